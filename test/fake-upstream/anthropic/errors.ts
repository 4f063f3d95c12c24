import type { Refused } from '../refused.js';
import type { ErrorAnswer } from '../service.js';
import { newRequestId } from './headers.js';

const TYPES_BY_STATUS: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  409: 'conflict_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};

const MESSAGES_BY_STATUS: Readonly<Record<number, string>> = {
  400: 'We could not process this request.',
  401: 'invalid x-api-key',
  402: 'Your credit balance is too low to access the Anthropic API.',
  403: 'Your API key does not have permission to use the specified resource.',
  404: 'model: claude-fake',
  429: 'This request would exceed the rate limit of your organization.',
  500: 'Internal server error',
  529: 'Overloaded',
};

export function errorBody(type: string, message: string): object {
  return { type: 'error', error: { type, message }, request_id: newRequestId() };
}

export function buildFailure(status: number): ErrorAnswer {
  const message = MESSAGES_BY_STATUS[status] ?? `The request failed with status ${status}.`;
  return {
    status,
    body: errorBody(toType(status), message),
    headers: status === 429 ? { 'retry-after': '1' } : {},
  };
}

/** The message begins with the path, because the error has no other member for it. */
export function toRefusal({ status, path, message, headers }: Refused): ErrorAnswer {
  const worded = path.length > 0 ? `${path.join('.')}: ${message}` : message;
  return { status, body: errorBody(toType(status), worded), headers };
}

function toType(status: number): string {
  return TYPES_BY_STATUS[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error');
}
