import type { Account } from '../account.js';
import type { ReceivedRequest } from '../received-request.js';
import { Refused } from '../refused.js';

export function checkKey({ headers }: ReceivedRequest, { apiKeys }: Account): void {
  const key = headers['x-goog-api-key'];
  if (key === undefined || key === '') {
    const message = "Method doesn't allow unregistered callers. Please use API Key to call this API.";
    throw new Refused(message, { status: 403 });
  }
  if (!apiKeys.includes(key)) {
    throw new Refused('API key not valid. Please pass a valid API key.', { code: 'API_KEY_INVALID' });
  }
}
