import { GatewayError, type JsonObject } from '#canonical';
import { type ResponseStore } from '#responses';
import { type Logger } from '#telemetry';
import { responseState } from '#wire';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { type ModelRequests } from '../model-requests.js';
import { tokenOf } from '../token-of.js';
import { type BackgroundRequests } from './background-requests.js';
import { CapturingClient } from './capturing-client.js';
import { type Received } from './received.js';

/**
 * Responses that build upon earlier ones, whatever upstream serves them: the gateway keeps the conversation and sends
 * all of it each time.
 */
export class StatefulResponses {
  constructor(
    private readonly requests: ModelRequests,
    private readonly store: ResponseStore,
    private readonly background: BackgroundRequests,
    private readonly logger: Logger,
  ) {}

  async create(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const body = await this.requests.readBody(request, reply);
    await this.requests.onceByKey(request, reply, body, (answering) =>
      this.respond(body, { request, reply, answering }),
    );
  }

  private async respond(body: Buffer, { request, reply, answering }: Received): Promise<void> {
    const { client } = answering;
    const parsed = parseOrUndefined(body);
    if (parsed === undefined) return this.requests.relayTo(client, 'openai-responses', request, { body });
    const asked = await this.withReferencedItems(parsed, request);
    const turns = await this.earlierTurns(asked, request);
    if (asked['background'] === true) {
      return this.background.create({ asked, turns }, { request, reply, answering });
    }
    const isKept = this.store.isEnabled && asked['store'] !== false;
    const capturing = isKept
      ? new CapturingClient(client, (response) => this.keep(asked, response, request))
      : client;
    await this.requests.relayTo(capturing, 'openai-responses', request, {
      body: asked === parsed && turns.length === 0 ? body : withEarlierTurns(asked, turns),
    });
  }

  /** Items may be named instead of repeated; their ids lead to the response that holds them. */
  private async withReferencedItems(asked: JsonObject, request: FastifyRequest): Promise<JsonObject> {
    const ids = responseState.referencedItemIds(asked['input']);
    if (ids.length === 0) return asked;
    const responseIds = new Set(ids.flatMap((id) => responseState.responseIdOfItem(id) ?? []));
    const found = await Promise.all(
      [...responseIds].map((id) => this.store.find(tokenOf(request).owner, id)),
    );
    const items = found.flatMap((stored) =>
      stored === undefined ? [] : [...stored.input, ...responseState.responseOutputItems(stored.response)],
    );
    const byId = new Map(
      items.flatMap((item) => (typeof item['id'] === 'string' ? [[item['id'], item]] : [])),
    );
    return { ...asked, input: responseState.resolveReferences(asked['input'], byId) ?? null };
  }

  /** The conversation that the request goes on with; empty where it begins one. */
  private async earlierTurns(
    asked: JsonObject,
    request: FastifyRequest,
  ): Promise<responseState.StoredTurn[]> {
    const previousId = asked['previous_response_id'];
    if (previousId === undefined || previousId === null) return [];
    const isId = typeof previousId === 'string';
    const chain = isId ? await this.store.findChain(tokenOf(request).owner, previousId) : undefined;
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

  /** An answer that was made is given, also where it cannot be kept. */
  private async keep(asked: JsonObject, response: JsonObject, request: FastifyRequest): Promise<void> {
    const { id } = response;
    if (typeof id !== 'string') return;
    const previousId = asked['previous_response_id'];
    try {
      await this.store.save(tokenOf(request).owner, {
        id,
        previousId: typeof previousId === 'string' ? previousId : undefined,
        input: responseState.itemsOf(asked['input'], request.id),
        response,
      });
    } catch (error) {
      this.logger.error({ err: error, requestId: request.id }, 'a response could not be stored');
    }
  }
}

/** What was cancelled or has failed has said nothing that could be gone on with. */
function isBuildable(response: JsonObject | undefined): boolean {
  return response?.['status'] !== 'failed' && response?.['status'] !== 'cancelled';
}

function withEarlierTurns(asked: JsonObject, turns: readonly responseState.StoredTurn[]): Buffer {
  const input = turns.length === 0 ? asked['input'] : responseState.chainInput(turns, asked['input']);
  return Buffer.from(JSON.stringify({ ...asked, input }));
}

function parseOrUndefined(body: Buffer): JsonObject | undefined {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'));
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as JsonObject)
      : undefined;
  } catch {
    return undefined;
  }
}
