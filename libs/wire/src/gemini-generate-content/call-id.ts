import { createHash } from 'node:crypto';

const PLAIN_ID = /^[\w.:-]{1,128}$/;

/** An id for a call that has none: the same for the same seed, so that a replay names the same call. */
export function mintCallId(...seed: (string | number)[]): string {
  const digest = createHash('sha256').update(JSON.stringify(seed)).digest('hex');
  return `call_${digest.slice(0, 24)}`;
}

/** An id from another service in a form that is safe here; a call and its result are rewritten alike. */
export function safeCallId(id: string): string {
  return PLAIN_ID.test(id) ? id : mintCallId('foreign', id);
}
