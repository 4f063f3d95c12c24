import { randomUUID } from 'node:crypto';
import { getParam } from '../openai/param.js';
import type { Refused } from '../refused.js';
import type { ErrorAnswer } from '../service.js';

const MESSAGES: Readonly<Record<number, string>> = {
  400: 'invalid request',
  401: 'invalid api token',
  402: 'Please add or update your payment method to continue',
  404: 'model not found, make sure the correct model ID was used and that you have access to the model.',
  429: 'You are past the per minute request limit, please wait and try again later.',
  500: 'internal server error, this has been reported to our developers.',
};

export function getRefusal({ status, path, code, message, headers }: Refused): ErrorAnswer {
  const param = getParam(path);
  if (code === 'unknown_parameter') {
    return answer(422, `unknown field: parameter '${param}' is not a valid field`, headers);
  }
  return answer(
    status,
    param === '' ? message : `invalid request: parameter '${param}': ${message}`,
    headers,
  );
}

export function getFailure(status: number): ErrorAnswer {
  const headers: Record<string, string> = status === 429 ? { 'retry-after': '1' } : {};
  return answer(status, MESSAGES[status] ?? `request failed with status ${status}`, headers);
}

function answer(status: number, message: string, headers: Record<string, string>): ErrorAnswer {
  return { status, body: { id: randomUUID(), message }, headers };
}
