import { type JsonObject } from '#canonical';
import { encodeLargeJson, isLargeJson, parseLargeJson, readJsonObject, scanAhead } from '#json-scan';
import { type ByteHold } from '#limits';
import { type ClientSide, Relay, readSessionId } from '#relay';
import { backgroundState, compaction, responseState } from '#wire';
import { Injectable } from '@nestjs/common';
import { BackgroundResponses } from './background/background-responses.js';
import { CapturingClient } from './capturing-client.js';
import { CompactionSeals } from './compaction-seals.js';
import { type ConversationRequest, Conversations, withEarlierTurns } from './conversations.js';
import { type ResponseMapping, MappingClient } from './mapping-client.js';
import { mustBeStored, notInBackground, storesNothing } from './response-errors.js';
import { ResponseStore } from './stored/response-store.js';
import { expectsErrorsInStream, sendTooLongInStream } from './too-long.js';

type RelayCall = Parameters<Relay['relay']>[0];

/** A request to `/v1/responses`, with its client. */
export interface ResponseCall extends Pick<RelayCall, 'headers' | 'admitted' | 'client' | 'record'> {
  body: Buffer;
  /** The conversation that it continues, if the caller has it in memory. */
  earlier?: readonly responseState.StoredTurn[];
}

/** A response that a worker will generate. Nothing has been sent to the client yet. */
export interface AcceptedResponse {
  id: string;
  response: JsonObject;
  /** Whether the client requested a stream. */
  isStream: boolean;
}

/** A request is encoded as JSON, which is then encrypted. */
const SEALED_COPIES = 2;

/** In `x-modelgate-warnings`: the parameter that was ignored. */
const NOT_STORED = 'store';

/** The headers of a client that the relay uses. */
const STORED_HEADERS = ['x-modelgate-strict'] as const;

/**
 * Responses that continue earlier ones, with any upstream: the gateway stores the conversation and sends all of it each
 * time.
 */
@Injectable()
export class ResponsesService {
  constructor(
    private readonly relay: Relay,
    private readonly store: ResponseStore,
    private readonly conversations: Conversations,
    private readonly background: BackgroundResponses,
    private readonly seals: CompactionSeals,
  ) {}

  /** Responds to the client, unless the response is generated in the background. */
  async create(call: ResponseCall): Promise<AcceptedResponse | undefined> {
    const { body } = call;
    const parsed = await parseOrUndefined(body);
    if (parsed === undefined) return this.relayBody(call, body);
    if (parsed['stream'] !== true || !expectsErrorsInStream(call.headers)) return this.respond(call, parsed);
    return sendTooLongInStream({ ...call, requestId: call.admitted.requestId, body: parsed }, (client) =>
      this.respond({ ...call, client }, parsed),
    );
  }

  private async respond(call: ResponseCall, parsed: JsonObject): Promise<AcceptedResponse | undefined> {
    return this.conversations.withHold(async (hold) => {
      const conversation = await this.conversations.load(
        call.admitted.token.owner,
        parsed,
        hold,
        call.earlier,
      );
      if (conversation.request['background'] === true)
        return this.acceptInBackground(conversation, call, hold);
      return this.respondNow(call, parsed, conversation);
    });
  }

  private async respondNow(
    call: ResponseCall,
    parsed: JsonObject,
    conversation: ConversationRequest,
  ): Promise<undefined> {
    const request = this.seals.openAll(call.admitted.token.owner, await withEarlierTurns(conversation));
    const client = this.createClient(conversation.request, call);
    if (compaction.asksForCompaction(request)) {
      const compacting = new MappingClient(client, compactionMapping(this.compactionContext(call)));
      return this.relaySummary({ ...call, client: compacting }, request);
    }
    return request === parsed
      ? this.relayBody({ ...call, client }, call.body)
      : this.relayRequest({ ...call, client }, request);
  }

  /** Responds with the conversation after a model has summarized it. */
  async compact(call: ResponseCall): Promise<void> {
    const { body } = call;
    const { token } = call.admitted;
    const parsed = await parseOrUndefined(body);
    if (parsed === undefined) return this.relayBody(call, body);
    return this.conversations.withHold(async (hold) => {
      const triggered = compaction.toTriggered(parsed);
      const conversation = await this.conversations.load(token.owner, triggered, hold);
      const request = this.seals.openAll(token.owner, await withEarlierTurns(conversation));
      const context = this.compactionContext(call);
      const client = new MappingClient(call.client, {
        ...compactionMapping(context),
        mapWhole: (response) => compaction.toCompactedResponse(response, request['input'], context),
      });
      return this.relaySummary({ ...call, client }, request);
    });
  }

  /**
   * Returns a request with the conversation that it continues. A body that is not a JSON object is returned unchanged.
   */
  async withWholeConversation(owner: string, body: Buffer, hold: ByteHold): Promise<Buffer> {
    const parsed = await parseOrUndefined(body);
    if (parsed === undefined) return body;
    const conversation = await this.conversations.load(owner, parsed, hold);
    const request = this.seals.openAll(owner, await withEarlierTurns(conversation));
    if (request === parsed) return body;
    const encoded = await encodeLargeJson(request);
    await scanAhead(encoded);
    return encoded;
  }

  private async relayBody(call: ResponseCall, body: Buffer): Promise<undefined> {
    await this.relay.relay({ ...call, format: 'openai-responses', body, hints: {} });
  }

  /** Without the response cache, because each compaction is encrypted again. */
  private relaySummary(call: ResponseCall, request: JsonObject): Promise<undefined> {
    const headers = { ...call.headers, 'x-modelgate-cache-ttl': '0' };
    return this.relayRequest({ ...call, headers }, compaction.toSummaryRequest(request));
  }

  private async relayRequest(call: ResponseCall, request: JsonObject): Promise<undefined> {
    const body = await encodeLargeJson(request);
    await scanAhead(body);
    return this.relayBody(call, body);
  }

  /** Wraps the client to store the response if requested, and to add `previous_response_id` to it. */
  private createClient(request: JsonObject, call: ResponseCall): ClientSide {
    const isStored = this.store.isEnabled && request['store'] !== false;
    const client = isStored
      ? new CapturingClient(call.client, (response) => this.save(request, response, call))
      : call.client;
    const previousId = request['previous_response_id'];
    return typeof previousId === 'string' ? new MappingClient(client, previousIdMapping(previousId)) : client;
  }

  private compactionContext({ admitted: { requestId, token } }: ResponseCall): compaction.CompactionContext {
    return { requestId, seal: (summary) => this.seals.seal(token.owner, summary) };
  }

  /** A background request is checked like any other, then accepted at once and run by a worker. */
  private async acceptInBackground(
    conversation: ConversationRequest,
    call: ResponseCall,
    hold: ByteHold,
  ): Promise<AcceptedResponse> {
    const { request, turns } = conversation;
    const { headers, admitted, record } = call;
    if (compaction.asksForCompaction(request)) throw notInBackground();
    const bodyBytes = await this.checkForeground(conversation, call);
    if (request['store'] === false) throw mustBeStored();
    if (!this.store.isEnabled) throw storesNothing();
    await hold.take(SEALED_COPIES * bodyBytes);
    const accepted = await this.background.accept(admitted.token, {
      requestId: admitted.requestId,
      createdAtSeconds: Math.floor(Date.now() / 1000),
      asked: request,
      turns,
      headers: pickStoredHeaders(headers),
      client: record.client,
      trace: record.trace?.headers,
    });
    return { ...accepted, isStream: request['stream'] === true };
  }

  /** Checks the request that a worker will send, and returns the length of its body. */
  private async checkForeground(
    { request, turns }: ConversationRequest,
    call: ResponseCall,
  ): Promise<number> {
    const { headers, admitted, record } = call;
    const foreground = await backgroundState.foregroundBody({ asked: request, turns });
    const body = await encodeLargeJson(this.seals.openAll(admitted.token.owner, foreground));
    await scanAhead(body);
    await this.relay.check({ format: 'openai-responses', body, hints: {}, headers, admitted, record });
    return body.length;
  }

  /** Returns whether the response is stored. Otherwise it is still sent, with a warning. */
  private async save(
    request: JsonObject,
    response: JsonObject,
    { admitted: { token, requestId }, record }: ResponseCall,
  ): Promise<boolean> {
    const { id } = response;
    const previousId = request['previous_response_id'];
    const isStored =
      typeof id === 'string' &&
      (await this.store.save(token.owner, {
        id,
        previousId: typeof previousId === 'string' ? previousId : undefined,
        input: await responseState.buildItems(request['input'], requestId),
        response,
      }));
    if (!isStored) record.warnings = [...(record.warnings ?? []), NOT_STORED];
    return isStored;
  }
}

function compactionMapping(context: compaction.CompactionContext): ResponseMapping {
  return {
    mapWhole: (response) => compaction.toCompaction(response, context),
    createBlockMapper: () => {
      const events = new compaction.CompactionEvents(context);
      return (block) => events.push(block);
    },
  };
}

function previousIdMapping(id: string): ResponseMapping {
  return {
    mapWhole: (response) => ({ ...response, previous_response_id: id }),
    createBlockMapper: () => (block) => responseState.withPreviousId(block, id),
  };
}

/** The relay rejects a body that is not a JSON object. */
async function parseOrUndefined(body: Buffer): Promise<JsonObject | undefined> {
  try {
    return isLargeJson(body) ? await parseLargeJson(body) : readJsonObject(body);
  } catch {
    return undefined;
  }
}

function pickStoredHeaders(headers: RelayCall['headers']): Record<string, string> {
  const picked = STORED_HEADERS.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  const sessionId = readSessionId(headers);
  return {
    ...(Object.fromEntries(picked) as Record<string, string>),
    ...(sessionId === undefined ? {} : { 'x-session-id': sessionId }),
  };
}
