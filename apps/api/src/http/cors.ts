import { type FastifyReply, type FastifyRequest } from 'fastify';

const DAY_SECONDS = 86_400;

/** Named for browsers that take the star literally. */
const EXPOSED = [
  'x-request-id',
  'request-id',
  'retry-after',
  'retry-after-ms',
  'openai-processing-ms',
  'x-modelgate-channel',
  'x-modelgate-model',
  'x-modelgate-attempts',
  'x-modelgate-warnings',
  'x-modelgate-cost-usd',
  '*',
].join(', ');

/** Paths of the model API, which pages of any origin may call. */
const OPEN_PATH = /^\/(v1|v1beta|v1alpha|v2)(\/|$)/;

const ANY_ORIGIN = ['access-control-allow-origin', '*', 'access-control-expose-headers', EXPOSED];

/** The headers of a response to a page of another origin, names and values in turn. */
export function listCorsHeaders(path: string): readonly string[] {
  return OPEN_PATH.test(path) ? ANY_ORIGIN : [];
}

/**
 * Lets pages of any origin call the model API. Callers prove themselves by a token that they send on purpose, never
 * by a cookie that a browser adds, so a foreign page can do nothing here that its server could not.
 * Answers preflights itself, and then returns true.
 */
export function handleCors(path: string, request: FastifyRequest, reply: FastifyReply): boolean {
  if (!OPEN_PATH.test(path)) return false;
  request.exchange.answerHeaders.push(...ANY_ORIGIN);
  if (request.method !== 'OPTIONS') return false;
  const requested = request.headers['access-control-request-headers'];
  void reply
    .code(204)
    .headers({
      'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
      'access-control-allow-headers': requested ?? 'authorization, content-type',
      'access-control-max-age': String(DAY_SECONDS),
    })
    .send();
  return true;
}
