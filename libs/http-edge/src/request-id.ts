import { randomFillSync } from 'node:crypto';

const ID_BYTES = 16;
/** Random bytes for many requests. */
const random = Buffer.alloc(256 * ID_BYTES);
let usedBytes = random.length;

export function newRequestId(): string {
  if (usedBytes === random.length) {
    randomFillSync(random);
    usedBytes = 0;
  }
  const from = usedBytes;
  usedBytes += ID_BYTES;
  return `req_${random.toString('hex', from, usedBytes)}`;
}

/** Both header names that client libraries read. */
export function requestIdHeaders(id: string): Record<string, string> {
  return { 'x-request-id': id, 'request-id': id };
}
