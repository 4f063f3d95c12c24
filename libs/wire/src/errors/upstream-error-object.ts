import { isJsonObject } from '../validation/json-values.js';

/** What an upstream said of a failure, as far as its dialect has words for it. */
export interface UpstreamErrorObject {
  message?: string;
  /** Every word that names the condition: `type` and `code`, or `status` and the reasons of its details. */
  words: ReadonlySet<string>;
  /** The OpenAI dialect's code. */
  code?: string;
  /** The parameter at fault, in the upstream's own grammar. */
  param?: string;
  /** Google's advice, such as `3s`. */
  retryDelay?: string;
}

/** A body as far as it is JSON. */
export function parseErrorBody(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Reads an error object of the OpenAI, Anthropic or Google dialect, bare or in its wrapping:
 * `{error: …}`, `{type: "error", error: …}`, `[{error: …}]`, or no more than a string. Also what servers written
 * in Python say of themselves, in `detail`. `name` is what a service calls the failure outside of its body.
 */
export function readErrorObject(value: unknown, name?: string): UpstreamErrorObject {
  const error = unwrap(value);
  if (typeof error === 'string') return { message: error, words: listWords([name]) };
  if (!isJsonObject(error)) return { words: listWords([name]) };
  const details = Array.isArray(error['details'])
    ? error['details'].filter(isJsonObject)
    : [error['details']].filter(isJsonObject);
  const words = [
    name,
    error['type'],
    error['code'],
    error['status'],
    ...details.flatMap((one) => [one['reason'], one['error_code']]),
  ];
  const complaint = pythonComplaint(error['detail']);
  return {
    message: toText(error['message']) ?? toText(error['Message']) ?? complaint.message,
    words: listWords(words),
    code: toText(error['code']),
    param: toText(error['param']) ?? violatedField(details) ?? complaint.param,
    retryDelay: details.map((one) => toText(one['retryDelay'])).find((delay) => delay !== undefined),
  };
}

function listWords(words: readonly unknown[]): ReadonlySet<string> {
  return new Set(words.filter((word) => typeof word === 'string'));
}

function unwrap(value: unknown): unknown {
  const holder: unknown = Array.isArray(value) ? value[0] : value;
  return isJsonObject(holder) ? (holder['error'] ?? holder) : holder;
}

function violatedField(details: readonly Record<string, unknown>[]): string | undefined {
  const violations = details.flatMap((one) =>
    Array.isArray(one['fieldViolations']) ? one['fieldViolations'] : [],
  );
  const first: unknown = violations[0];
  return isJsonObject(first) ? toText(first['field']) : undefined;
}

/** A sentence, or a list of what is wrong with the body: `[{loc: ["body", "documents", 0], msg: "…"}]`. */
function pythonComplaint(detail: unknown): Pick<UpstreamErrorObject, 'message' | 'param'> {
  const first: unknown = Array.isArray(detail) ? detail[0] : undefined;
  if (!isJsonObject(first)) return { message: toText(detail) };
  const place: unknown[] = Array.isArray(first['loc']) ? first['loc'].filter((step) => step !== 'body') : [];
  const steps = place.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`));
  return { message: toText(first['msg']), param: steps.join('').replace(/^\./, '') || undefined };
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
