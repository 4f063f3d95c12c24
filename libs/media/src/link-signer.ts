import { createHmac, timingSafeEqual } from 'node:crypto';
import { type MediaName, getFileName } from './media-name.js';

const MIN_KEY_BYTES = 32;

/** Signs links, each to one file and valid for a limited time. */
export class LinkSigner {
  /** The first key signs. Links that were signed with another key remain valid. */
  constructor(private readonly keys: () => readonly Uint8Array[]) {
    if (keys().length === 0 || keys().some(({ length }) => length < MIN_KEY_BYTES)) {
      throw new Error(`a signing key for links must have at least ${MIN_KEY_BYTES} bytes`);
    }
  }

  /** Returns the query of a link. */
  sign(name: MediaName, expiresAt: Date): string {
    const expires = String(Math.floor(expiresAt.getTime() / 1000));
    const [signature = ''] = this.getSignatures(name, expires);
    return `expires=${expires}&signature=${signature}`;
  }

  isValid(name: MediaName, query: Readonly<Record<string, unknown>>, now: Date): boolean {
    const { expires, signature } = query;
    // A repeated parameter is an array.
    if (typeof expires !== 'string' || typeof signature !== 'string') return false;
    if (!this.getSignatures(name, expires).some((expected) => isSameText(signature, expected))) return false;
    return now.getTime() < Number(expires) * 1000;
  }

  private getSignatures(name: MediaName, expires: string): string[] {
    const signed = `${getFileName(name)}?expires=${expires}`;
    return this.keys().map((key) => createHmac('sha256', key).update(signed).digest('base64url'));
  }
}

/** Compares in constant time. */
function isSameText(actual: string, expected: string): boolean {
  const actualBytes = Buffer.from(actual);
  const expectedBytes = Buffer.from(expected);
  return actualBytes.length === expectedBytes.length && timingSafeEqual(actualBytes, expectedBytes);
}
