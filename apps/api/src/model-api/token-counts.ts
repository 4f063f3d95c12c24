import { GatewayError, type JsonObject } from '#canonical';
import { type Router } from '#relay';
import { countTokens } from '#tokenizer';
import { type RouteHints, TOKEN_COUNTERS, type TokenCounterId } from '#wire';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { type ModelRequests } from './model-requests.js';
import { tokenOf } from './token-of.js';

const TOKENS_PER_TEXT = 3;

/** How many tokens a conversation has, by a tokenizer of our own: close to what upstreams count, quick, and free of charge. */
export class TokenCounts {
  constructor(
    private readonly requests: ModelRequests,
    private readonly router: Pick<Router, 'routesFor'>,
  ) {}

  async answer(
    format: TokenCounterId,
    request: FastifyRequest,
    reply: FastifyReply,
    hints: RouteHints,
  ): Promise<void> {
    const body = parseBody(await this.requests.readBody(request, reply));
    const counter = TOKEN_COUNTERS[format];
    const { model, texts } = counter.decode(body, hints);
    this.router.routesFor(tokenOf(request), { model, capability: 'chat' });
    request.exchange.record.model = model;
    void reply.code(200).send(counter.encode(await countAll(texts)));
  }
}

async function countAll(texts: readonly string[]): Promise<number> {
  let sum = 0;
  for (const text of texts) sum += TOKENS_PER_TEXT + (await countTokens(text));
  return sum;
}

function parseBody(body: Buffer): JsonObject {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'));
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as JsonObject;
  } catch {
    // Said below.
  }
  throw new GatewayError('invalid-json', 'The request body is not a JSON object.');
}
