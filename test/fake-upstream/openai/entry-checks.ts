import type { Account } from '../account.js';
import type { ReceivedRequest } from '../received-request.js';
import { Refused } from '../refused.js';

export function checkRoute({ method, path, route }: ReceivedRequest, knownRoute: string): void {
  if (route !== knownRoute) throw new Refused(`Invalid URL (${method} ${path})`, { status: 404 });
  if (method === 'POST') return;
  throw new Refused(`Not allowed to ${method} on ${knownRoute}.`, {
    status: 405,
    code: 'method_not_supported',
    headers: { allow: 'POST' },
  });
}

export function checkKey({ headers }: ReceivedRequest, { apiKeys }: Account): void {
  if (apiKeys.some((key) => headers.authorization === `Bearer ${key}`)) return;
  const message = headers.authorization
    ? 'Incorrect API key provided.'
    : "You didn't provide an API key in the Authorization header.";
  throw new Refused(message, { status: 401, code: 'invalid_api_key' });
}
