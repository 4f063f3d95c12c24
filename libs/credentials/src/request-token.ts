import { GatewayError } from '#canonical';
import { type HttpTransport, readWholeBody } from '#egress';
import { CredentialFault } from './credential-fault.js';
import { type IssuedCredentials } from './credential-source.js';

export interface TokenRequest {
  url: URL;
  headers?: Readonly<Record<string, string>>;
  /** Without `form` and `json`, the request is a GET. */
  form?: Readonly<Record<string, string>>;
  json?: object;
}

export type TokenHttp = Pick<HttpTransport, 'send'>;

export type TokenResponse = Readonly<Record<string, unknown>>;

const CONNECT_MS = 5_000;
const MAX_RESPONSE_BYTES = 256 * 1024;
const MAX_TOKEN_LENGTH = 16_384;
const CHECK_IDENTITY = 'Check auth of the channel, and the permissions of that identity.';
const CHECK_NETWORK = 'Check the network, and auth.token_url if it is set.';

/** Requests a token, or another response on the way to one. Throws a CredentialFault. */
export async function requestToken(
  http: TokenHttp,
  request: TokenRequest,
  signal: AbortSignal,
): Promise<TokenResponse> {
  const { url } = request;
  const { status, text } = await sendRequest(http, request, signal);
  const json = parse(text);
  if (status >= 200 && status < 300) {
    if (json !== undefined) return json;
    throw new CredentialFault(`${url.host} returned a response without a token.`, false, CHECK_NETWORK);
  }
  const words = describeRefusal(json) ?? `status ${status}`;
  const isRefusal = status >= 400 && status < 500 && status !== 408 && status !== 429;
  throw new CredentialFault(
    isRefusal
      ? `${url.host} rejected the token request: ${words}`
      : `${url.host} failed to return a token: ${words}`,
    isRefusal,
    isRefusal ? CHECK_IDENTITY : CHECK_NETWORK,
  );
}

export interface BoundedResponse {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  bytes: Buffer;
}

/** Sends a request with the connect timeout and the maximum response size of token services. */
export async function sendBounded(
  http: TokenHttp,
  request: Parameters<TokenHttp['send']>[0],
  signal: AbortSignal,
): Promise<BoundedResponse> {
  try {
    const { status, headers, body } = await http.send(request, { signal, connectMs: CONNECT_MS });
    return { status, headers, bytes: await readWholeBody(body, MAX_RESPONSE_BYTES) };
  } catch (error) {
    if (error instanceof CredentialFault) throw error;
    throw describeFailure(error, request.url);
  }
}

async function sendRequest(
  http: TokenHttp,
  { url, headers = {}, form, json }: TokenRequest,
  signal: AbortSignal,
): Promise<{ status: number; text: string }> {
  const type = json === undefined ? 'application/x-www-form-urlencoded' : 'application/json';
  const body = json === undefined ? new URLSearchParams(form).toString() : JSON.stringify(json);
  const isGet = form === undefined && json === undefined;
  const response = await sendBounded(
    http,
    {
      method: isGet ? 'GET' : 'POST',
      url,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'modelgate',
        ...(isGet ? {} : { 'content-type': type }),
        ...headers,
      },
      body: Buffer.from(isGet ? '' : body),
    },
    signal,
  );
  return { status: response.status, text: response.bytes.toString('utf8') };
}

function describeFailure(error: unknown, { host }: URL): CredentialFault {
  const { cause } = error as { cause?: unknown };
  const code = (cause as { code?: unknown } | undefined)?.code;
  const reason = typeof code === 'string' ? ` (${code})` : '';
  const isTimeout = error instanceof GatewayError && error.kind === 'upstream-timeout';
  const failure = isTimeout ? 'did not respond in time' : 'could not be reached for a token';
  return new CredentialFault(`${host} ${failure}${reason}.`, false, CHECK_NETWORK);
}

function parse(text: string): TokenResponse | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isMap(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** `error` is a code with a separate `error_description`, or an object with status and message. */
function describeRefusal(json: TokenResponse | undefined): string | undefined {
  if (json === undefined) return undefined;
  const { error, error_description: description } = json;
  const { status, message } = isMap(error) ? error : { status: error, message: description };
  const words = [status, message ?? json['Message']].filter(
    (word) => typeof word === 'string' && word !== '',
  );
  return words.length === 0 ? undefined : words.join(': ');
}

/** The token in a response, with its expiry. `requestedAt` is in milliseconds since 1970. */
export function readToken(
  response: TokenResponse,
  { host, requestedAt }: { host: string; requestedAt: number },
): IssuedCredentials {
  const token = response['access_token'];
  if (typeof token !== 'string' || token.length > MAX_TOKEN_LENGTH || !/^[\x21-\x7e]+$/.test(token)) {
    throw new CredentialFault(`${host} returned a response without a token.`, false, CHECK_NETWORK);
  }
  return { credentials: { kind: 'bearer', token }, expiresAt: readExpiry(response, requestedAt) };
}

/** `expires_in` is in seconds from now, `expires_on` in seconds since 1970. Some services write numbers as text. */
function readExpiry(response: TokenResponse, requestedAt: number): number {
  const lifetimeSeconds = Number(response['expires_in'] ?? Number.NaN);
  if (lifetimeSeconds > 0) return requestedAt + lifetimeSeconds * 1000;
  const expirySeconds = Number(response['expires_on'] ?? Number.NaN);
  return expirySeconds > 0 ? expirySeconds * 1000 : requestedAt + DEFAULT_LIFETIME_MS;
}

/** The lifetime of a token whose response has no expiry. */
const DEFAULT_LIFETIME_MS = 30 * 60 * 1000;

export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
