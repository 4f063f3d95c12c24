import { randomUUID } from 'node:crypto';

export function newRequestId(): string {
  return `req_${randomUUID().replaceAll('-', '')}`;
}

/** Both names under which client libraries look for it. */
export function requestIdHeaders(id: string): Record<string, string> {
  return { 'x-request-id': id, 'request-id': id };
}
