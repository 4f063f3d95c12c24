import { type UpstreamPermit } from '#admission';
import { type CancelSignal, type Form } from '#canonical';
import { type Channel } from '#catalog';
import { type ResponseKind, type HttpTransport, sendWithDeadlines } from '#egress';
import { type PermittedKey, type Provider } from '#providers';
import { type AccountIdentity, sendWithCredentials } from './send-with-credentials.js';

/** An account of a provider and the permit to use it: a channel with one of its keys, or the stored form of these. */
export interface UpstreamAccount
  extends Pick<Channel, 'headers' | 'timeouts' | 'maxConnections'>, AccountIdentity {
  provider: Provider;
  apiKey: string | undefined;
  permit: UpstreamPermit;
}

type AuthorizedAccount = Pick<UpstreamAccount, 'provider' | 'apiKey' | 'headers' | 'permit'>;

export interface AccountRequest {
  method?: 'GET' | 'POST' | 'DELETE';
  url: URL;
  accept: string;
  headers?: Readonly<Record<string, string>>;
  /** Bytes are JSON. */
  body?: Uint8Array | Form;
}

export interface ResponseWait {
  answer: ResponseKind;
  signal: CancelSignal;
  /** Whether the request may be sent to another channel after a timeout. */
  isRepeatable?: boolean;
}

export type UnreadResponse = Awaited<ReturnType<typeof sendWithDeadlines>>;

const EMPTY = new Uint8Array();

/**
 * Sends a request with the key, headers, timeouts and connection limit of an account, over the provider's own transport
 * if it has one. Every failure is a GatewayError.
 */
export async function sendToAccount(
  http: Pick<HttpTransport, 'send'>,
  account: UpstreamAccount,
  { method = 'POST', url, accept, headers, body = EMPTY }: AccountRequest,
  wait: ResponseWait,
): Promise<UnreadResponse> {
  const { provider, timeouts: deadlines, maxConnections } = account;
  const request = { method, url, headers: requestHeaders(account, { method, accept, headers, body }), body };
  return sendWithCredentials(account, request, {
    send: (identified) =>
      sendWithDeadlines(provider.transport ?? http.send, identified, { ...wait, deadlines, maxConnections }),
    getHead: (response) => response,
    discard: (response) => response.discard(),
    signal: wait.signal,
  });
}

/** All headers of one request of an account. */
export function requestHeaders(
  account: AuthorizedAccount,
  { method = 'POST', accept, headers, body }: Omit<AccountRequest, 'url'>,
): Record<string, string> {
  const isJson = method === 'POST' && body instanceof Uint8Array;
  const own = {
    ...(isJson ? { 'content-type': 'application/json' } : {}),
    accept,
    'accept-encoding': 'identity',
  };
  return accountHeaders(account, headers, own);
}

/**
 * The headers of every request of an account, with its key. This is the only place that makes a `PermittedKey`, so no
 * key is sent without a permit. An account with credentials has no key: `sendWithCredentials` adds them, also with a permit.
 * `own` has the lowest priority.
 */
export function accountHeaders(
  { provider, apiKey, headers }: AuthorizedAccount,
  extra: Readonly<Record<string, string>> = {},
  own: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return {
    ...own,
    'user-agent': 'modelgate',
    ...provider.headers,
    ...extra,
    ...lowerCased(headers),
    ...(apiKey === undefined ? {} : provider.authorize(apiKey as PermittedKey)),
  };
}

const lowerCasedHeaders = new WeakMap<object, Record<string, string>>();

/** Header names that differ in case would be sent twice. */
function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  let lower = lowerCasedHeaders.get(headers);
  if (lower === undefined) {
    lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    lowerCasedHeaders.set(headers, lower);
  }
  return lower;
}
