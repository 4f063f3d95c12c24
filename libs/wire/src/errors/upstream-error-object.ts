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

/** Reads the body of a failed answer. Anything may be in it: what is no error object says nothing. */
export function readErrorBody(body: Uint8Array): UpstreamErrorObject {
  try {
    return readErrorObject(JSON.parse(Buffer.from(body).toString('utf8')));
  } catch {
    return { words: new Set() };
  }
}

/**
 * Reads an error object of the OpenAI, Anthropic or Google dialect, bare or in its wrapping:
 * `{error: …}`, `{type: "error", error: …}`, `[{error: …}]`, or no more than a string.
 */
export function readErrorObject(value: unknown): UpstreamErrorObject {
  const error = unwrap(value);
  if (typeof error === 'string') return { message: error, words: new Set() };
  if (!isRecord(error)) return { words: new Set() };
  const details = Array.isArray(error['details'])
    ? error['details'].filter(isRecord)
    : [error['details']].filter(isRecord);
  const words = [
    error['type'],
    error['code'],
    error['status'],
    ...details.flatMap((one) => [one['reason'], one['error_code']]),
  ];
  return {
    message: textOf(error['message']),
    words: new Set(words.filter((word) => typeof word === 'string')),
    code: textOf(error['code']),
    param: textOf(error['param']) ?? violatedField(details),
    retryDelay: details.map((one) => textOf(one['retryDelay'])).find((delay) => delay !== undefined),
  };
}

function unwrap(value: unknown): unknown {
  const holder: unknown = Array.isArray(value) ? value[0] : value;
  return isRecord(holder) ? (holder['error'] ?? holder) : holder;
}

function violatedField(details: readonly Record<string, unknown>[]): string | undefined {
  const violations = details.flatMap((one) =>
    Array.isArray(one['fieldViolations']) ? one['fieldViolations'] : [],
  );
  const first: unknown = violations[0];
  return isRecord(first) ? textOf(first['field']) : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
