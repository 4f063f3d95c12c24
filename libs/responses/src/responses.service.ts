import { type JsonObject } from '#canonical';
import { type ClientSide, Relay, readSessionId } from '#relay';
import { LOGGER, type Logger } from '#telemetry';
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
import { Inject, Injectable } from '@nestjs/common';
import { type BackgroundRequest } from './background/background-response.js';
import { BackgroundResponses } from './background/background-responses.js';
import { CapturingClient } from './capturing-client.js';
import { CompactionSeals } from './compaction-seals.js';
import { type AnswerMapping, MappingClient } from './mapping-client.js';
import {
  mustBeStored,
  noEarlierResponse,
  notCancellable,
  notFinished,
  notFound,
  notInBackground,
  storesNothing,
} from './response-errors.js';
import { ResponseStore } from './stored/response-store.js';
import { type StoredResponse } from './stored/stored-response.js';
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

type Asked = Pick<BackgroundRequest, 'asked' | 'turns'>;

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
    private readonly background: BackgroundResponses,
    private readonly seals: CompactionSeals,
    @Inject(LOGGER) private readonly logger: Logger,
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
    const { body, token } = call;
    const asked = await this.withReferencedItems(parsed, token.owner);
    const turns = call.earlier ?? (await this.earlierTurns(asked, token.owner));
    if (asked['background'] === true) return this.acceptInBackground({ asked, turns }, call);
    const request = this.seals.openAll(token.owner, withEarlierTurns(asked, turns));
    const client = this.createClient(asked, call);
    if (compaction.asksForCompaction(request)) {
      const compacting = new MappingClient(client, compactionMapping(this.compactionContext(call)));
      return this.relaySummary({ ...call, client: compacting }, request);
    }
    return request === parsed
      ? this.relayBody({ ...call, client }, body)
      : this.relayRequest({ ...call, client }, request);
  }

  /** Answers with the conversation that is left when a model has made a summary of it. */
  async compact(call: ResponseCall): Promise<void> {
    const { body, token } = call;
    const parsed = await parseOrUndefined(body);
    if (parsed === undefined) return this.relayBody(call, body);
    const asked = await this.withReferencedItems(compaction.toTriggered(parsed), token.owner);
    const turns = await this.earlierTurns(asked, token.owner);
    const request = this.seals.openAll(token.owner, withEarlierTurns(asked, turns));
    const context = this.compactionContext(call);
    const client = new MappingClient(call.client, {
      ...compactionMapping(context),
      mapWhole: (response) => compaction.toCompactedResponse(response, request['input'], context),
    });
    return this.relaySummary({ ...call, client }, request);
  }

  /** A request with all that it goes on with, for whoever only looks at it; what is no JSON object stays as it is. */
  async withWholeConversation(owner: string, body: Buffer): Promise<Buffer> {
    const parsed = await parseOrUndefined(body);
    if (parsed === undefined) return body;
    const asked = await this.withReferencedItems(parsed, owner);
    const turns = await this.earlierTurns(asked, owner);
    const request = this.seals.openAll(owner, withEarlierTurns(asked, turns));
    if (request === parsed) return body;
    const whole = await encodeLargeJson(request);
    await scanAhead(whole);
    return whole;
  }

  async find(owner: string, id: string): Promise<StoredResponse> {
    const response = (await this.background.findRunning(owner, id)) ?? (await this.store.find(owner, id));
    if (response === undefined) throw notFound(id);
    return response;
  }

  async delete(owner: string, id: string): Promise<void> {
    if ((await this.background.findRunning(owner, id)) !== undefined) throw notFinished();
    const isDeleted = await this.store.delete(owner, id);
    if (!isDeleted) throw notFound(id);
    await this.background.forget(owner, id);
  }

  /** A response that is cancelled already is as good as one that is cancelled now. */
  async cancel(owner: string, id: string): Promise<JsonObject> {
    const running = await this.background.cancel(owner, id);
    const { response } = running ?? (await this.find(owner, id));
    if (running === undefined && response['status'] !== 'cancelled') throw notCancellable(response);
    return response;
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
  private async acceptInBackground({ asked, turns }: Asked, call: ResponseCall): Promise<AcceptedResponse> {
    const { token, headers, requestId, admitted, record } = call;
    if (compaction.asksForCompaction(asked)) throw notInBackground();
    const request = this.seals.openAll(token.owner, backgroundState.foregroundBody({ asked, turns }));
    const body = Buffer.from(JSON.stringify(request));
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

  /** Items may be named instead of repeated; their ids lead to the response that holds them. */
  private async withReferencedItems(asked: JsonObject, owner: string): Promise<JsonObject> {
    const ids = responseState.referencedItemIds(asked['input']);
    if (ids.length === 0) return asked;
    const responseIds = new Set(ids.flatMap((id) => responseState.parseItemResponseId(id) ?? []));
    const found = await Promise.all([...responseIds].map((id) => this.store.find(owner, id)));
    const items = found.flatMap((stored) =>
      stored === undefined ? [] : [...stored.input, ...responseState.responseOutputItems(stored.response)],
    );
    const byId = new Map(
      items.flatMap((item) => (typeof item['id'] === 'string' ? [[item['id'], item]] : [])),
    );
    return { ...asked, input: responseState.resolveReferences(asked['input'], byId) ?? null };
  }

  /** The conversation that the request goes on with; empty where it begins one. */
  private async earlierTurns(asked: JsonObject, owner: string): Promise<responseState.StoredTurn[]> {
    const previousId = asked['previous_response_id'];
    if (previousId === undefined || previousId === null) return [];
    const isId = typeof previousId === 'string';
    const chain = isId ? await this.store.findChain(owner, previousId) : undefined;
    if (chain === undefined || !isBuildable(chain.at(-1)?.response)) {
      throw noEarlierResponse();
    }
    return chain.map(({ input, response }) => ({
      input,
      output: responseState.responseOutputItems(response),
    }));
  }

  /** An answer that was made is given, also where it cannot be stored. */
  private async save(
    asked: JsonObject,
    response: JsonObject,
    { token, requestId }: ResponseCall,
  ): Promise<void> {
    const { id } = response;
    if (typeof id !== 'string') return;
    const previousId = asked['previous_response_id'];
    try {
      await this.store.save(token.owner, {
        id,
        previousId: typeof previousId === 'string' ? previousId : undefined,
        input: await responseState.buildItems(asked['input'], requestId),
        response,
      });
    } catch (error) {
      this.logger.error({ err: error, requestId }, 'a response could not be stored');
    }
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

/** What was cancelled or has failed has said nothing that could be gone on with. */
function isBuildable(response: JsonObject | undefined): boolean {
  return response?.['status'] !== 'failed' && response?.['status'] !== 'cancelled';
}

function withEarlierTurns(asked: JsonObject, turns: readonly responseState.StoredTurn[]): JsonObject {
  return turns.length === 0 ? asked : { ...asked, input: responseState.chainInput(turns, asked['input']) };
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
