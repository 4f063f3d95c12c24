import { randomFillSync } from 'node:crypto';

const ID_BYTES = 16;
/** Drawn for many requests at once. */
const random = Buffer.alloc(256 * ID_BYTES);
let used = random.length;

export function newRequestId(): string {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  const from = used;
  used += ID_BYTES;
  return `req_${random.toString('hex', from, used)}`;
}

/** Both names under which client libraries look for it. */
export function requestIdHeaders(id: string): Record<string, string> {
  return { 'x-request-id': id, 'request-id': id };
}
