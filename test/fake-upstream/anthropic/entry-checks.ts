import type { Account } from '../account.js';
import type { ReceivedRequest } from '../received-request.js';
import { Refused } from '../refused.js';

export const MESSAGES_ROUTE = '/v1/messages';
export const COUNT_ROUTE = '/v1/messages/count_tokens';

export function checkRoute({ method, route }: ReceivedRequest): void {
  if (route !== MESSAGES_ROUTE && route !== COUNT_ROUTE) throw new Refused('Not found', { status: 404 });
  if (method !== 'POST') throw new Refused('Method Not Allowed', { status: 405, headers: { allow: 'POST' } });
}

/** The newer version accepts a key in the Authorization header; the older one interprets it as another credential. */
export function checkKey({ headers }: ReceivedRequest, { apiKeys }: Account): void {
  const key = headers['x-api-key'];
  const isBearer = headers['anthropic-version'] !== '2023-06-01';
  if (key !== undefined && apiKeys.includes(key)) return;
  if (key === undefined && isBearer && apiKeys.some((known) => headers.authorization === `Bearer ${known}`)) {
    return;
  }
  const message = key === undefined ? 'x-api-key header is required' : 'invalid x-api-key';
  throw new Refused(message, { status: 401 });
}
