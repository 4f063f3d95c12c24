import type { Path, Refused } from '../refused.js';
import type { ErrorAnswer } from '../service.js';

const MESSAGES: Readonly<Record<number, string>> = {
  401: 'Invalid API key',
  403: 'Insufficient account balance',
  429: 'Per IP rate limit exceeded',
  500: 'Internal server error',
  503: 'Service temporarily unavailable',
};

/** Errors about the body name the fields; all others are a sentence. */
export function toRefusal({ status, path, code, message, headers }: Refused): ErrorAnswer {
  if (path.length === 0) return { status, body: { detail: message }, headers };
  const detail = [{ type: code ?? 'value_error', loc: ['body', ...path], msg: worded(path, code, message) }];
  return { status: 422, body: { detail }, headers };
}

export function buildFailure(status: number): ErrorAnswer {
  const detail = MESSAGES[status] ?? `The request failed with status ${status}`;
  return { status, body: { detail }, headers: status === 429 ? { 'retry-after': '1' } : {} };
}

function worded(path: Path, code: string | null, message: string): string {
  if (code === 'missing_required_parameter') return 'Field required';
  return code === 'unknown_parameter' ? `Extra inputs are not permitted: ${path.join('.')}` : message;
}
