import { type GatewayError, isJsonObject, type UpstreamReport } from '#canonical';
import { type UpstreamFailure } from '../wire-format.js';
import { scrubMessage } from './scrub-message.js';
import { type UpstreamErrorObject, parseErrorBody, readErrorObject } from './upstream-error-object.js';

/** How much of a body that is not JSON is searched for a message. */
const MAX_SEARCHED_BYTES = 8 * 1024;
const IDENTIFIER = /^[\w.:/+=@-]{1,200}$/;
const MAX_CAUSES = 4;

/** Headers with the id of the request, the most specific first. */
const REQUEST_ID_HEADERS = [
  'x-request-id',
  'request-id',
  'x-amzn-requestid',
  'apim-request-id',
  'x-ms-request-id',
  'x-goog-request-id',
  'x-trace-id',
  'cf-ray',
] as const;

type Headers = NonNullable<UpstreamFailure['headers']>;

/** The report of an error response. */
export function readUpstreamReport(
  { headers = {}, body, secrets }: Pick<UpstreamFailure, 'headers' | 'body' | 'secrets'>,
  json: unknown,
  error: UpstreamErrorObject,
): UpstreamReport {
  return cleanReport(
    {
      message: error.message ?? (json === undefined ? findMessage(body) : undefined),
      type: error.type,
      code: error.code ?? error.reason,
      requestId: readRequestId(headers) ?? readIdIn(json),
    },
    secrets,
  );
}

/** The report of an error inside a response. */
export function buildReport(error: UpstreamErrorObject, secrets: readonly string[]): UpstreamReport {
  const { message, type, code, reason } = error;
  return cleanReport({ message, type, code: code ?? reason }, secrets);
}

/** The report of a response with a 2xx status whose body is an error; undefined if it is not. */
export function readBodyReport(body: Uint8Array, secrets: readonly string[]): UpstreamReport | undefined {
  const json = parseErrorBody(body);
  if (!isJsonObject(json) || json['error'] == null) return undefined;
  return readUpstreamReport({ body, secrets }, json, readErrorObject(json));
}

export function readRequestId(headers: Headers): string | undefined {
  for (const name of REQUEST_ID_HEADERS) {
    const value = headers[name];
    const id = Array.isArray(value) ? value[0] : value;
    if (id !== undefined && IDENTIFIER.test(id)) return id;
  }
  return undefined;
}

/**
 * What is stored about a failed upstream call: its report, or the error of the connection; undefined if there is
 * neither. `secrets` are removed from it. `requestId` is that of a response that failed midway.
 */
export function toKeptReport(
  error: GatewayError,
  { secrets, requestId }: { secrets: readonly string[]; requestId?: string | undefined },
): UpstreamReport | undefined {
  if (error.source !== 'upstream' && error.report === undefined) return undefined;
  const found = error.report ?? readCause(error.cause);
  // If the response could not be parsed, the gateway's own message describes why.
  const isUnparsed = error.kind === 'upstream-bad-response' && error.report === undefined;
  const own = isUnparsed ? error.message : undefined;
  const report = cleanReport(
    { ...found, message: found?.message ?? own, requestId: found?.requestId ?? requestId },
    secrets,
  );
  return Object.keys(report).length === 0 ? undefined : report;
}

/** The message of a connection error, and the code to look it up. */
function readCause(cause: unknown): UpstreamReport | undefined {
  let found: UpstreamReport | undefined;
  let next = cause;
  for (let depth = 0; depth < MAX_CAUSES && isErrorLike(next); depth += 1) {
    // If several addresses were tried, the first error is reported.
    const first: unknown = next.errors?.[0];
    const { message, code } = isErrorLike(first) ? first : next;
    found = { message, ...(typeof code === 'string' ? { code } : {}) };
    next = next.cause;
  }
  return found;
}

interface ErrorLike {
  message: string;
  code?: unknown;
  cause?: unknown;
  errors?: readonly unknown[];
}

function isErrorLike(value: unknown): value is ErrorLike {
  if (typeof value !== 'object' || value === null) return false;
  const { message, errors } = value as Partial<ErrorLike>;
  return typeof message === 'string' && (errors === undefined || Array.isArray(errors));
}

function cleanReport(
  { message = '', type, code, requestId }: UpstreamReport,
  secrets: readonly string[],
): UpstreamReport {
  const word = (text: string | undefined): string | undefined =>
    text !== undefined && IDENTIFIER.test(text) && scrubMessage(text, secrets) === text ? text : undefined;
  const report = {
    message: scrubMessage(message, secrets) || undefined,
    type: word(type),
    code: word(code),
    requestId: isId(requestId, secrets) ? requestId : undefined,
  };
  return Object.fromEntries(Object.entries(report).filter(([, value]) => value !== undefined));
}

/** An id may look like a key or an address, for example `req_…`, so only the channel's own secrets are excluded. */
function isId(id: string | undefined, secrets: readonly string[]): boolean {
  return (
    id !== undefined && IDENTIFIER.test(id) && !secrets.some((secret) => secret !== '' && id.includes(secret))
  );
}

function readIdIn(json: unknown): string | undefined {
  const id = isJsonObject(json) ? (json['request_id'] ?? json['requestId']) : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** The title of an HTML page, or the text itself. */
function findMessage(body: Uint8Array): string | undefined {
  const text = Buffer.from(
    body.buffer,
    body.byteOffset,
    Math.min(body.length, MAX_SEARCHED_BYTES),
  ).toString();
  if (!text.trimStart().startsWith('<')) return text;
  return findElement(text, 'title') ?? findElement(text, 'h1');
}

function findElement(html: string, name: string): string | undefined {
  const lower = html.toLowerCase();
  const opening = lower.indexOf(`<${name}`);
  const start = opening === -1 ? -1 : html.indexOf('>', opening) + 1;
  const end = start <= 0 ? -1 : lower.indexOf('<', start);
  return end === -1 ? undefined : html.slice(start, end).trim();
}
