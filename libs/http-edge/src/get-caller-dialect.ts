import { getDialect } from '#wire';
import { type FastifyRequest } from 'fastify';
import { getPath } from './get-path.js';

export function getCallerDialect(request: FastifyRequest): ReturnType<typeof getDialect> {
  const { headers } = request;
  const key = (request.query as { key?: unknown } | null | undefined)?.key;
  return getDialect({
    path: getPath(request),
    hasAnthropicVersion: 'anthropic-version' in headers || 'vendor-version' in headers,
    hasGoogleCredential: 'x-goog-api-key' in headers || typeof key === 'string',
  });
}
