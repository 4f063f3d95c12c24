import { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { realtime } from '#wire';
import { type FastifyRequest } from 'fastify';

const HEADERS = ['x-api-key', 'x-goog-api-key', 'api-key'] as const;
const BEARER = /^bearer +(\S+)$/i;

/** Finds the token in one of the headers, in the query or in the subprotocols. Headers have priority, then the query. */
export function findCredential({ headers, query }: FastifyRequest): string | undefined {
  const key = (query as { key?: unknown } | undefined)?.key;
  return findHeaderCredential(headers) ?? findKey(key) ?? findProtocolCredential(headers);
}

/** The same for a request of Node that Fastify has not processed yet. */
export function findRawCredential({ headers, url }: IncomingMessage): string | undefined {
  return findHeaderCredential(headers) ?? findKey(findQueryKey(url)) ?? findProtocolCredential(headers);
}

/** The value of `key` in the query of a URL, or all values if there are several. */
export function findQueryKey(url = ''): string | string[] | undefined {
  const query = url.indexOf('?');
  if (query === -1 || !url.includes('key=', query)) return undefined;
  const [first, ...others] = new URLSearchParams(url.slice(query)).getAll('key');
  return first === undefined || others.length === 0 ? first : [first, ...others];
}

function findKey(key: unknown): string | undefined {
  return typeof key === 'string' && key !== '' ? key : undefined;
}

function findProtocolCredential(headers: IncomingHttpHeaders): string | undefined {
  const offered = headers['sec-websocket-protocol'];
  return offered === undefined ? undefined : realtime.tokenInSubprotocols(realtime.readSubprotocols(offered));
}

function findHeaderCredential(headers: IncomingHttpHeaders): string | undefined {
  const bearer = BEARER.exec(headers.authorization?.trim() ?? '')?.[1];
  if (bearer !== undefined) return bearer;
  for (const name of HEADERS) {
    const value = headers[name];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return undefined;
}
