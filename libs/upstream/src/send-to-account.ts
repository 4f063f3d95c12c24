import { type CancelSignal, type Form } from '#canonical';
import { type Channel } from '#catalog';
import { type AnswerKind, type HttpTransport, sendWithDeadlines } from '#egress';
import { type Provider } from '#providers';
import { type AccountIdentity, sendIdentified } from './send-identified.js';

/** An account at a service: a channel and one of its keys, or what was kept of them. */
export interface UpstreamAccount
  extends Pick<Channel, 'headers' | 'timeouts' | 'maxConnections'>, AccountIdentity {
  provider: Provider;
  apiKey: string | undefined;
}

export interface AccountRequest {
  method?: 'GET' | 'POST' | 'DELETE';
  url: URL;
  accept: string;
  headers?: Readonly<Record<string, string>>;
  /** Bytes are JSON. */
  body?: Uint8Array | Form;
}

export interface AnswerWait {
  answer: AnswerKind;
  signal: CancelSignal;
  /** Whether it may be asked elsewhere when it did not come in time. */
  isRepeatable?: boolean;
}

export type UnreadAnswer = Awaited<ReturnType<typeof sendWithDeadlines>>;

const NOTHING = new Uint8Array();

/**
 * Sends a request with the account's key and headers, over the provider's own transport where it has one, within the
 * account's timeouts and connections. Every failure is a GatewayError.
 */
export async function sendToAccount(
  http: Pick<HttpTransport, 'send'>,
  account: UpstreamAccount,
  { method = 'POST', url, accept, headers, body = NOTHING }: AccountRequest,
  wait: AnswerWait,
): Promise<UnreadAnswer> {
  const { provider, timeouts: deadlines, maxConnections } = account;
  const request = { method, url, headers: requestHeaders(account, { method, accept, headers, body }), body };
  return sendIdentified(account, request, {
    send: (identified) =>
      sendWithDeadlines(provider.transport ?? http.send, identified, { ...wait, deadlines, maxConnections }),
    getHead: (response) => response,
    discard: (response) => response.discard(),
    signal: wait.signal,
  });
}

/** All headers of one request of an account. */
export function requestHeaders(
  account: Pick<UpstreamAccount, 'provider' | 'apiKey' | 'headers'>,
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

/** What goes with every request of an account. `own` is ours to say, unless the others say otherwise. */
export function accountHeaders(
  { provider, apiKey, headers }: Pick<UpstreamAccount, 'provider' | 'apiKey' | 'headers'>,
  given: Readonly<Record<string, string>> = {},
  own: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return {
    ...own,
    'user-agent': 'modelgate',
    ...provider.headers,
    ...given,
    ...lowerCased(headers),
    ...(apiKey === undefined ? {} : provider.authorize(apiKey)),
  };
}

const lowerCasedHeaders = new WeakMap<object, Record<string, string>>();

/** Two spellings of one name would be sent as two headers. */
function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  let lower = lowerCasedHeaders.get(headers);
  if (lower === undefined) {
    lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    lowerCasedHeaders.set(headers, lower);
  }
  return lower;
}
