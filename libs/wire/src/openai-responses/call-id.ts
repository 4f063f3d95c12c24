import { createHash } from 'node:crypto';

const ACCEPTED = /^[a-zA-Z0-9_-]{1,64}$/;

/** A call's id as this format takes it. Ids of other services that it would refuse become the same other one each time. */
export function encodeCallId(id: string): string {
  if (ACCEPTED.test(id)) return id;
  return `call_${createHash('sha256').update(id).digest('hex').slice(0, 32)}`;
}
