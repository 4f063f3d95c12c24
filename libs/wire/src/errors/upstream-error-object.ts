import { isJsonObject } from '#canonical';

/** The fields of an upstream's error that its dialect has. */
export interface UpstreamErrorObject {
  message?: string;
  /** Every value that names the condition: `type` and `code`, or `status` and the reasons of its details. */
  names: ReadonlySet<string>;
  /** The kind of the error: `type`, or `status` in the Google dialect. */
  type?: string;
  /** The `code` of the OpenAI dialect. */
  code?: string;
  /** The first reason in the details of the other dialects. */
  reason?: string;
  /** The parameter at fault, in the upstream's own grammar. */
  param?: string;
  /** Google's retry delay, such as `3s`. */
  retryDelay?: string;
}

/** The body as JSON; undefined if it is not JSON. */
export function parseErrorBody(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Reads an error object of the OpenAI, Anthropic or Google dialect, bare or wrapped: `{error: …}`, `{type: "error",
 * error: …}`, `[{error: …}]`, or only a string. Also reads `detail` of servers written in Python. `name` is the name
 * of the error from outside the body.
 */
export function readErrorObject(value: unknown, name?: string): UpstreamErrorObject {
  const error = unwrap(value);
  if (typeof error === 'string') return { message: error, names: listNames([name]), type: name };
  if (!isJsonObject(error)) return { names: listNames([name]), type: name };
  const details = Array.isArray(error['details'])
    ? error['details'].filter(isJsonObject)
    : [error['details']].filter(isJsonObject);
  const names = [
    name,
    error['type'],
    error['code'],
    error['status'],
    ...details.flatMap((one) => [one['reason'], one['error_code']]),
  ];
  const pythonDetail = readPythonDetail(error['detail']);
  return {
    message: toText(error['message']) ?? toText(error['Message']) ?? pythonDetail.message,
    names: listNames(names),
    type: toText(error['type']) ?? toText(error['status']) ?? name,
    code: toText(error['code']),
    reason: details.flatMap((one) => toText(one['reason']) ?? toText(one['error_code']) ?? [])[0],
    param: toText(error['param']) ?? getViolatedField(details) ?? pythonDetail.param,
    retryDelay: details.map((one) => toText(one['retryDelay'])).find((delay) => delay !== undefined),
  };
}

function listNames(names: readonly unknown[]): ReadonlySet<string> {
  return new Set(names.filter((word) => typeof word === 'string'));
}

function unwrap(value: unknown): unknown {
  const holder: unknown = Array.isArray(value) ? value[0] : value;
  return isJsonObject(holder) ? (holder['error'] ?? holder) : holder;
}

function getViolatedField(details: readonly Record<string, unknown>[]): string | undefined {
  const violations = details.flatMap((one) =>
    Array.isArray(one['fieldViolations']) ? one['fieldViolations'] : [],
  );
  const first: unknown = violations[0];
  return isJsonObject(first) ? toText(first['field']) : undefined;
}

/**
 * `detail` is a sentence, or a list of what is wrong with the body: `[{loc: ["body", "documents", 0], msg: "…"}]`.
 */
function readPythonDetail(detail: unknown): Pick<UpstreamErrorObject, 'message' | 'param'> {
  const first: unknown = Array.isArray(detail) ? detail[0] : undefined;
  if (!isJsonObject(first)) return { message: toText(detail) };
  const location: unknown[] = Array.isArray(first['loc'])
    ? first['loc'].filter((part) => part !== 'body')
    : [];
  const path = location.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`));
  return { message: toText(first['msg']), param: path.join('').replace(/^\./, '') || undefined };
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
