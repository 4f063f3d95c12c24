import { GatewayError, type JsonObject } from '#canonical';
import { Relay } from '#relay';
import { LOGGER, type Logger } from '#telemetry';
import {
  backgroundState,
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
import { ResponseStore } from './stored/response-store.js';
import { type StoredResponse } from './stored/stored-response.js';

type RelayCall = Parameters<Relay['relay']>[0];

/** A request to `/v1/responses`: whose it is, what it brings along, and where its answer goes. */
export interface ResponseCall extends Pick<
  RelayCall,
  'headers' | 'requestId' | 'token' | 'client' | 'record'
> {
  body: Buffer;
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
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Answers the client, unless the response is made in the background. */
  async create(call: ResponseCall): Promise<AcceptedResponse | undefined> {
    const { body, token } = call;
    const parsed = await parseOrUndefined(body);
    if (parsed === undefined) return this.relayBody(call, body);
    const asked = await this.withReferencedItems(parsed, token.owner);
    const turns = await this.earlierTurns(asked, token.owner);
    if (asked['background'] === true) return this.acceptInBackground({ asked, turns }, call);
    const isStored = this.store.isEnabled && asked['store'] !== false;
    const client = isStored
      ? new CapturingClient(call.client, (response) => this.save(asked, response, call))
      : call.client;
    const isAsItCame = asked === parsed && turns.length === 0;
    return this.relayBody({ ...call, client }, isAsItCame ? body : await withEarlierTurns(asked, turns));
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

  /** Requests whose client does not wait are checked as always, answered at once, and run by a worker. */
  private async acceptInBackground({ asked, turns }: Asked, call: ResponseCall): Promise<AcceptedResponse> {
    const { token, headers, requestId, record } = call;
    const body = Buffer.from(JSON.stringify(backgroundState.foregroundBody({ asked, turns })));
    await this.relay.check({
      format: 'openai-responses',
      body,
      hints: {},
      headers,
      requestId,
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
      throw new GatewayError('invalid-value', 'There is no stored response with this id to build upon.', {
        param: 'previous_response_id',
        code: 'previous_response_not_found',
      });
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

/** What was cancelled or has failed has said nothing that could be gone on with. */
function isBuildable(response: JsonObject | undefined): boolean {
  return response?.['status'] !== 'failed' && response?.['status'] !== 'cancelled';
}

async function withEarlierTurns(
  asked: JsonObject,
  turns: readonly responseState.StoredTurn[],
): Promise<Buffer> {
  const input = turns.length === 0 ? asked['input'] : responseState.chainInput(turns, asked['input']);
  const body = await encodeLargeJson(input === undefined ? asked : { ...asked, input });
  await scanAhead(body);
  return body;
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
  return Object.fromEntries(kept) as Record<string, string>;
}

function mustBeStored(): GatewayError {
  return new GatewayError(
    'invalid-value',
    '"store" must not be false where "background" is true: the response is fetched later.',
    { param: 'store' },
  );
}

function storesNothing(): GatewayError {
  return new GatewayError(
    'unsupported-parameter',
    'This gateway stores no responses, so that none can be made in the background.',
    { param: 'background' },
  );
}

function notFinished(): GatewayError {
  return new GatewayError('wrong-state', 'Only a finished response can be deleted; cancel it first.', {
    param: 'response_id',
    code: 'response_not_finished',
  });
}

function notCancellable({ background }: JsonObject): GatewayError {
  const message =
    background === true
      ? 'The response is finished and cannot be cancelled any more.'
      : 'Only background responses can be cancelled.';
  return new GatewayError('invalid-request', message, {
    param: 'response_id',
    code: 'response_not_cancellable',
  });
}

function notFound(id: string): GatewayError {
  return new GatewayError('resource-not-found', `There is no response with the id "${id.slice(0, 100)}".`, {
    param: 'response_id',
    code: 'response_not_found',
  });
}
