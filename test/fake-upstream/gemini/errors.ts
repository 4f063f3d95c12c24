import type { ReceivedRequest } from '../received-request.js';
import type { Refused } from '../refused.js';
import type { ErrorAnswer } from '../service.js';
import { getFieldPath } from './field-path.js';
import { isArrayStream } from './routes.js';

const TYPE_PREFIX = 'type.googleapis.com/google.rpc.';

const STATUSES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ABORTED',
  429: 'RESOURCE_EXHAUSTED',
  499: 'CANCELLED',
  501: 'UNIMPLEMENTED',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

const MESSAGES: Readonly<Record<number, string>> = {
  400: 'Request contains an invalid argument.',
  403: 'The caller does not have permission.',
  404: 'The model is not found for API version v1beta.',
  429: 'You exceeded your current quota, please check your plan and billing details.',
  500: 'An internal error has occurred.',
  503: 'The model is overloaded. Please try again later.',
};

export function errorBody(code: number, message: string, details: readonly object[] = []): object {
  const status = STATUSES[code] ?? (code >= 500 ? 'INTERNAL' : 'INVALID_ARGUMENT');
  return { error: { code, message, status, ...(details.length > 0 && { details }) } };
}

export function buildFailure(status: number, request: ReceivedRequest): ErrorAnswer {
  const message = MESSAGES[status] ?? `The request failed with status ${status}.`;
  const details = status === 429 ? [{ '@type': `${TYPE_PREFIX}RetryInfo`, retryDelay: '1s' }] : [];
  return { status, body: inItsPlace(errorBody(status, message, details), request), headers: {} };
}

export function buildRefusal(refused: Refused, request: ReceivedRequest): ErrorAnswer {
  const { status, message, headers } = refused;
  const body = errorBody(status, message, getDetails(refused));
  return { status, body: inItsPlace(body, request), headers };
}

function getDetails({ path, code, message }: Refused): object[] {
  if (path.length > 0) {
    const fieldViolations = [{ field: getFieldPath(path), description: message }];
    return [{ '@type': `${TYPE_PREFIX}BadRequest`, fieldViolations }];
  }
  if (code === null) return [];
  const domain = 'googleapis.com';
  return [{ '@type': `${TYPE_PREFIX}ErrorInfo`, reason: code, domain }];
}

/** If the response would have been an array, so is the error. */
function inItsPlace(body: object, request: ReceivedRequest): object {
  return isArrayStream(request) ? [body] : body;
}
