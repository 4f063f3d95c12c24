import { dialectOf } from '#wire';
import { type FastifyRequest } from 'fastify';
import { pathOf } from './path-of.js';

export function callersDialect(request: FastifyRequest): ReturnType<typeof dialectOf> {
  const { headers } = request;
  const key = (request.query as { key?: unknown } | null | undefined)?.key;
  return dialectOf({
    path: pathOf(request),
    hasAnthropicVersion: 'anthropic-version' in headers || 'vendor-version' in headers,
    hasGoogleCredential: 'x-goog-api-key' in headers || typeof key === 'string',
  });
}
