import type { Refused } from '../refused.js';
import type { ErrorAnswer } from '../service.js';

const CODES: Readonly<Record<number, readonly [code: number, message: string]>> = {
  400: [1201, 'Invalid parameters'],
  401: [1002, 'Authorization is invalid'],
  404: [1203, 'The requested resource does not exist'],
  429: [1303, 'Concurrency or QPS exceeds the limit'],
  503: [5001, 'Service temporarily unavailable'],
};

export function toRefusal({ status, message }: Refused): ErrorAnswer {
  return { ...buildFailure(status), body: { ...body(status), message } };
}

export function buildFailure(status: number): ErrorAnswer {
  return { status, body: body(status), headers: {} };
}

function body(status: number): object {
  const [code, message] = CODES[status] ?? [5000, 'Internal server error'];
  return { code, message, request_id: 'r-1' };
}
