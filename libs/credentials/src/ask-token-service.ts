import { GatewayError } from '#canonical';
import { type HttpTransport, readWholeBody } from '#egress';
import { CredentialFault } from './credential-fault.js';
import { type Issued } from './credential-source.js';

export interface TokenQuestion {
  url: URL;
  headers?: Readonly<Record<string, string>>;
  /** It is read, not posted, where there is neither. */
  form?: Readonly<Record<string, string>>;
  json?: object;
}

export type TokenHttp = Pick<HttpTransport, 'send'>;

export type TokenAnswer = Readonly<Record<string, unknown>>;

const CONNECT_MS = 5_000;
const MAX_ANSWER_BYTES = 256 * 1024;
const MAX_TOKEN_LENGTH = 16_384;
const CHECK_IDENTITY = 'Check what the channel says under auth, and what that identity may do.';
const CHECK_NETWORK = 'Check the network, and auth.token_url where it is set.';

/** Asks for a token, or for what leads to one. Throws a CredentialFault. */
export async function askTokenService(
  http: TokenHttp,
  question: TokenQuestion,
  signal: AbortSignal,
): Promise<TokenAnswer> {
  const { url } = question;
  const { status, text } = await exchange(http, question, signal);
  const json = parse(text);
  if (status >= 200 && status < 300) {
    if (json !== undefined) return json;
    throw new CredentialFault(`${url.host} answered with something that is no token.`, false, CHECK_NETWORK);
  }
  const words = describeRefusal(json) ?? `status ${status}`;
  const isRefusal = status >= 400 && status < 500 && status !== 408 && status !== 429;
  throw new CredentialFault(
    isRefusal
      ? `${url.host} refused to give a token: ${words}`
      : `${url.host} failed to give a token: ${words}`,
    isRefusal,
    isRefusal ? CHECK_IDENTITY : CHECK_NETWORK,
  );
}

export interface PlainAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  bytes: Buffer;
}

/** One exchange, within the bounds of all that a token service may answer. */
export async function sendBounded(
  http: TokenHttp,
  request: Parameters<TokenHttp['send']>[0],
  signal: AbortSignal,
): Promise<PlainAnswer> {
  try {
    const { status, headers, body } = await http.send(request, { signal, connectMs: CONNECT_MS });
    return { status, headers, bytes: await readWholeBody(body, MAX_ANSWER_BYTES) };
  } catch (error) {
    if (error instanceof CredentialFault) throw error;
    throw describeFailure(error, request.url);
  }
}

async function exchange(
  http: TokenHttp,
  { url, headers = {}, form, json }: TokenQuestion,
  signal: AbortSignal,
): Promise<{ status: number; text: string }> {
  const type = json === undefined ? 'application/x-www-form-urlencoded' : 'application/json';
  const body = json === undefined ? new URLSearchParams(form).toString() : JSON.stringify(json);
  const isRead = form === undefined && json === undefined;
  const answer = await sendBounded(
    http,
    {
      method: isRead ? 'GET' : 'POST',
      url,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'modelgate',
        ...(isRead ? {} : { 'content-type': type }),
        ...headers,
      },
      body: Buffer.from(isRead ? '' : body),
    },
    signal,
  );
  return { status: answer.status, text: answer.bytes.toString('utf8') };
}

function describeFailure(error: unknown, { host }: URL): CredentialFault {
  const { cause } = error as { cause?: unknown };
  const code = (cause as { code?: unknown } | undefined)?.code;
  const why = typeof code === 'string' ? ` (${code})` : '';
  const isLate = error instanceof GatewayError && error.kind === 'upstream-timeout';
  const what = isLate ? 'did not answer in time' : 'could not be asked for a token';
  return new CredentialFault(`${host} ${what}${why}.`, false, CHECK_NETWORK);
}

function parse(text: string): TokenAnswer | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isMap(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** `error` is a word with a description beside it, or an object with both. */
function describeRefusal(json: TokenAnswer | undefined): string | undefined {
  if (json === undefined) return undefined;
  const { error, error_description: description } = json;
  const { status, message } = isMap(error) ? error : { status: error, message: description };
  const words = [status, message ?? json['Message']].filter(
    (word) => typeof word === 'string' && word !== '',
  );
  return words.length === 0 ? undefined : words.join(': ');
}

/** The token in an answer, and until when it counts. */
export function readToken(answer: TokenAnswer, { host, askedAt }: { host: string; askedAt: number }): Issued {
  const token = answer['access_token'];
  if (typeof token !== 'string' || token.length > MAX_TOKEN_LENGTH || !/^[\x21-\x7e]+$/.test(token)) {
    throw new CredentialFault(`${host} answered with something that is no token.`, false, CHECK_NETWORK);
  }
  return { credentials: { kind: 'bearer', token }, expiresAt: readEnd(answer, askedAt) };
}

/** Seconds from now, or since 1970; some services write numbers as text. */
function readEnd(answer: TokenAnswer, askedAt: number): number {
  const lifeSeconds = Number(answer['expires_in'] ?? Number.NaN);
  if (lifeSeconds > 0) return askedAt + lifeSeconds * 1000;
  const endSeconds = Number(answer['expires_on'] ?? Number.NaN);
  return endSeconds > 0 ? endSeconds * 1000 : askedAt + USUAL_LIFE_MS;
}

/** Of a token that says nothing of it. */
const USUAL_LIFE_MS = 30 * 60 * 1000;

export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
