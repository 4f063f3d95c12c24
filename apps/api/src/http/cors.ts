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

const ANY_ORIGIN = ['access-control-allow-origin', '*', 'access-control-expose-headers', EXPOSED];

/**
 * Lets pages of any origin call the model API. Callers prove themselves by a token that they send on purpose, never
 * by a cookie that a browser adds, so a foreign page can do nothing here that its server could not.
 * Answers preflights itself, and then returns true.
 */
export function handleCors(path: string, request: FastifyRequest, reply: FastifyReply): boolean {
  if (!/^\/(v1|v1beta|v1alpha|v2)(\/|$)/.test(path)) return false;
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
