import type { Refused } from '../refused.js';
import type { ErrorAnswer } from '../service.js';
import { getParam } from './param.js';

interface ErrorDetail {
  message: string;
  type: string;
  param: string | null;
  code: string | null;
}

export function errorBody(detail: Partial<ErrorDetail> & { message: string }): { error: ErrorDetail } {
  return { error: { type: 'invalid_request_error', param: null, code: null, ...detail } };
}

const BODIES_BY_STATUS: Readonly<Record<number, { error: ErrorDetail }>> = {
  400: errorBody({ message: 'We could not process this request.' }),
  401: errorBody({ message: 'Incorrect API key provided.', code: 'invalid_api_key' }),
  402: errorBody({
    message: 'Insufficient balance.',
    type: 'insufficient_quota',
    code: 'insufficient_quota',
  }),
  403: errorBody({
    message: 'You are not allowed to use this model.',
    type: 'permission_error',
    code: 'insufficient_permissions',
  }),
  404: errorBody({
    message: 'The model does not exist or you do not have access to it.',
    param: 'model',
    code: 'model_not_found',
  }),
  429: errorBody({
    message: 'Rate limit reached for requests per minute. Please try again in 1s.',
    type: 'requests',
    code: 'rate_limit_exceeded',
  }),
  500: errorBody({ message: 'The server had an error while processing your request.', type: 'server_error' }),
  503: errorBody({
    message: 'The engine is currently overloaded, please try again later.',
    type: 'service_unavailable_error',
    code: 'server_is_overloaded',
  }),
};

const HEADERS_BY_STATUS: Readonly<Record<number, Record<string, string>>> = {
  429: { 'retry-after': '1', 'retry-after-ms': '1000', 'x-ratelimit-remaining-requests': '0' },
};

export function buildFailure(status: number): ErrorAnswer {
  const body =
    BODIES_BY_STATUS[status] ??
    errorBody({
      message: `The request failed with status ${status}.`,
      type: status >= 500 ? 'server_error' : 'invalid_request_error',
    });
  return { status, body, headers: HEADERS_BY_STATUS[status] ?? {} };
}

export function toRefusal({ status, path, code, message, headers }: Refused): ErrorAnswer {
  const param = path.length > 0 ? getParam(path) : null;
  return { status, body: errorBody({ message: worded(message, param, code), param, code }), headers };
}

function worded(message: string, param: string | null, code: string | null): string {
  if (param === null) return message;
  if (code === 'missing_required_parameter') return `Missing required parameter: '${param}'.`;
  if (code === 'unknown_parameter') return `Unknown parameter: '${param}'.`;
  return `Invalid '${param}': ${message}`;
}
