import { createHash } from 'node:crypto';

/** Proves that the model has thought this; it holds for every account. */
export function toSignature(thinking: string): string {
  return `sig_${createHash('sha256').update(thinking).digest('hex')}`;
}
