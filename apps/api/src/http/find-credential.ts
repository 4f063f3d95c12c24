import { realtime } from '#wire';
import { type FastifyRequest } from 'fastify';

const HEADERS = ['x-api-key', 'x-goog-api-key', 'api-key'] as const;

/** The token, from whichever place this client's library puts it. Where several differ, the first counts. */
export function findCredential(request: FastifyRequest): string | undefined {
  const bearer = /^bearer +(\S+)$/i.exec(request.headers.authorization?.trim() ?? '')?.[1];
  if (bearer !== undefined) return bearer;
  for (const name of HEADERS) {
    const value = request.headers[name];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  const key = (request.query as { key?: unknown } | undefined)?.key;
  if (typeof key === 'string' && key !== '') return key;
  const protocols = realtime.readSubprotocols(request.headers['sec-websocket-protocol']);
  return realtime.tokenInSubprotocols(protocols);
}
