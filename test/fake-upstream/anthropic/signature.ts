import { createHash } from 'node:crypto';

/** The signature of this thinking of the model; it is valid for every account. */
export function toSignature(thinking: string): string {
  return `sig_${createHash('sha256').update(thinking).digest('hex')}`;
}
