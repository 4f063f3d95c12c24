import { type FastifyReply, type FastifyRequest } from 'fastify';

const DAY_SECONDS = 86_400;

/** Named in addition to `*`, because some browsers do not support the wildcard. */
const EXPOSED_HEADERS = [
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

/** Paths of the model API, which web pages of any origin may call. */
const MODEL_API_PATH = /^\/(v1|v1beta|v1alpha|v2)(\/|$)/;

const ANY_ORIGIN = ['access-control-allow-origin', '*', 'access-control-expose-headers', EXPOSED_HEADERS];

/** The CORS headers of a response: names and values alternate. */
export function listCorsHeaders(path: string): readonly string[] {
  return MODEL_API_PATH.test(path) ? ANY_ORIGIN : [];
}

/**
 * Allows web pages of any origin to call the model API. This is safe because the model API authenticates by tokens, never by
 * cookies, which a browser would add by itself. Responds to preflight requests, and then returns true.
 */
export function handleCors(path: string, request: FastifyRequest, reply: FastifyReply): boolean {
  if (!MODEL_API_PATH.test(path)) return false;
  request.requestContext.responseHeaders.push(...ANY_ORIGIN);
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
