import { type JsonObject } from '#canonical';
import { type ByteHold } from '#limits';
import { type ClientSide, Relay, readSessionId } from '#relay';
import {
  backgroundState,
  compaction,
  encodeLargeJson,
  isLargeJson,
  parseLargeJson,
  readJsonObject,
  responseState,
  scanAhead,
} from '#wire';
import { Injectable } from '@nestjs/common';
import { BackgroundResponses } from './background/background-responses.js';
import { CapturingClient } from './capturing-client.js';
import { CompactionSeals } from './compaction-seals.js';
import { type ConversationRequest, Conversations, withEarlierTurns } from './conversations.js';
import { type AnswerMapping, MappingClient } from './mapping-client.js';
import { mustBeStored, notInBackground, storesNothing } from './response-errors.js';
import { ResponseStore } from './stored/response-store.js';
import { readsFaultsInStreams, tellTooLongInStream } from './too-long.js';

type RelayCall = Parameters<Relay['relay']>[0];

/** A request to `/v1/responses`: whose it is, what it brings along, and where its answer goes. */
export interface ResponseCall extends Pick<
  RelayCall,
  'headers' | 'requestId' | 'admitted' | 'token' | 'client' | 'record'
> {
  body: Buffer;
  /** The conversation that it goes on with, where the caller has it. */
  earlier?: readonly responseState.StoredTurn[];
}

/** A response that a worker will make. Its client has not been told of it. */
export interface AcceptedResponse {
  id: string;
  response: JsonObject;
  /** Whether the client wants to hear its events. */
  isStream: boolean;
}

/** In `x-modelgate-warnings`: the parameter that was not followed. */
const NOT_STORED = 'store';

/** The headers of a client that matter to a relay. */
const KEPT_HEADERS = ['x-modelgate-strict'] as const;

/**
 * Responses that build upon earlier ones, whatever upstream serves them: the gateway keeps the conversation and sends
 * all of it each time.
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

  /** Answers the client, unless the response is made in the background. */
  async create(call: ResponseCall): Promise<AcceptedResponse | undefined> {
    const { body } = call;
    const parsed = await parseOrUndefined(body);
    if (parsed === undefined) return this.relayBody(call, body);
    if (parsed['stream'] !== true || !readsFaultsInStreams(call.headers)) return this.answer(call, parsed);
    return tellTooLongInStream({ ...call, body: parsed }, (client) =>
      this.answer({ ...call, client }, parsed),
    );
  }

  private async answer(call: ResponseCall, parsed: JsonObject): Promise<AcceptedResponse | undefined> {
    return this.conversations.withHold(async (hold) => {
      const conversation = await this.conversations.load(call.token.owner, parsed, hold, call.earlier);
      if (conversation.asked['background'] === true) return this.acceptInBackground(conversation, call);
      return this.answerNow(call, parsed, conversation);
    });
  }

  private async answerNow(
    call: ResponseCall,
    parsed: JsonObject,
    conversation: ConversationRequest,
  ): Promise<undefined> {
    const request = this.seals.openAll(call.token.owner, await withEarlierTurns(conversation));
    const client = this.createClient(conversation.asked, call);
    if (compaction.asksForCompaction(request)) {
      const compacting = new MappingClient(client, compactionMapping(this.compactionContext(call)));
      return this.relaySummary({ ...call, client: compacting }, request);
    }
    return request === parsed
      ? this.relayBody({ ...call, client }, call.body)
      : this.relayRequest({ ...call, client }, request);
  }

  /** Answers with the conversation that is left when a model has made a summary of it. */
  async compact(call: ResponseCall): Promise<void> {
    const { body, token } = call;
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

  /** A request with the conversation that it continues. What is no JSON object stays as it is. */
  async withWholeConversation(owner: string, body: Buffer, hold: ByteHold): Promise<Buffer> {
    const parsed = await parseOrUndefined(body);
    if (parsed === undefined) return body;
    const conversation = await this.conversations.load(owner, parsed, hold);
    const request = this.seals.openAll(owner, await withEarlierTurns(conversation));
    if (request === parsed) return body;
    const whole = await encodeLargeJson(request);
    await scanAhead(whole);
    return whole;
  }

  private async relayBody(call: ResponseCall, body: Buffer): Promise<undefined> {
    await this.relay.relay({ ...call, format: 'openai-responses', body, hints: {} });
  }

  /** Not from the cache: a compaction is sealed anew each time. */
  private relaySummary(call: ResponseCall, request: JsonObject): Promise<undefined> {
    const headers = { ...call.headers, 'x-modelgate-cache-ttl': '0' };
    return this.relayRequest({ ...call, headers }, compaction.toSummaryRequest(request));
  }

  private async relayRequest(call: ResponseCall, request: JsonObject): Promise<undefined> {
    const body = await encodeLargeJson(request);
    await scanAhead(body);
    return this.relayBody(call, body);
  }

  /** Keeps the answer where it is to be stored, and says in it what it goes on with. */
  private createClient(asked: JsonObject, call: ResponseCall): ClientSide {
    const isStored = this.store.isEnabled && asked['store'] !== false;
    const client = isStored
      ? new CapturingClient(call.client, (response) => this.save(asked, response, call))
      : call.client;
    const previousId = asked['previous_response_id'];
    return typeof previousId === 'string' ? new MappingClient(client, previousIdMapping(previousId)) : client;
  }

  private compactionContext({ requestId, token }: ResponseCall): compaction.CompactionContext {
    return { requestId, seal: (summary) => this.seals.seal(token.owner, summary) };
  }

  /** Requests whose client does not wait are checked as always, answered at once, and run by a worker. */
  private async acceptInBackground(
    { asked, turns }: ConversationRequest,
    call: ResponseCall,
  ): Promise<AcceptedResponse> {
    const { token, headers, requestId, admitted, record } = call;
    if (compaction.asksForCompaction(asked)) throw notInBackground();
    const request = this.seals.openAll(token.owner, await backgroundState.foregroundBody({ asked, turns }));
    const body = await encodeLargeJson(request);
    await scanAhead(body);
    await this.relay.check({
      format: 'openai-responses',
      body,
      hints: {},
      headers,
      requestId,
      admitted,
      token,
      record,
    });
    if (asked['store'] === false) throw mustBeStored();
    if (!this.store.isEnabled) throw storesNothing();
    const accepted = await this.background.accept(token, {
      requestId,
      createdAtSeconds: Math.floor(Date.now() / 1000),
      asked,
      turns,
      headers: keptHeaders(headers),
      trace: record.trace?.headers,
    });
    return { ...accepted, isStream: asked['stream'] === true };
  }

  /** Whether the response is stored. One that cannot be is still sent, and says so. */
  private async save(
    asked: JsonObject,
    response: JsonObject,
    { token, requestId, record }: ResponseCall,
  ): Promise<boolean> {
    const { id } = response;
    const previousId = asked['previous_response_id'];
    const isStored =
      typeof id === 'string' &&
      (await this.store.save(token.owner, {
        id,
        previousId: typeof previousId === 'string' ? previousId : undefined,
        input: await responseState.buildItems(asked['input'], requestId),
        response,
      }));
    if (!isStored) record.warnings = [...(record.warnings ?? []), NOT_STORED];
    return isStored;
  }
}

function compactionMapping(context: compaction.CompactionContext): AnswerMapping {
  return {
    mapWhole: (response) => compaction.toCompaction(response, context),
    createBlockMapper: () => {
      const events = new compaction.CompactionEvents(context);
      return (block) => events.push(block);
    },
  };
}

function previousIdMapping(id: string): AnswerMapping {
  return {
    mapWhole: (response) => ({ ...response, previous_response_id: id }),
    createBlockMapper: () => (block) => responseState.withPreviousId(block, id),
  };
}

/** What is no JSON object is refused where it is relayed. */
async function parseOrUndefined(body: Buffer): Promise<JsonObject | undefined> {
  try {
    return isLargeJson(body) ? await parseLargeJson(body) : readJsonObject(body);
  } catch {
    return undefined;
  }
}

function keptHeaders(headers: RelayCall['headers']): Record<string, string> {
  const kept = KEPT_HEADERS.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  const sessionId = readSessionId(headers);
  return {
    ...(Object.fromEntries(kept) as Record<string, string>),
    ...(sessionId === undefined ? {} : { 'x-session-id': sessionId }),
  };
}
