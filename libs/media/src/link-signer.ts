import { createHmac, timingSafeEqual } from 'node:crypto';
import { type MediaName, getFileName } from './media-name.js';

const MIN_KEY_BYTES = 32;

/** Links that nobody else can make, to one file each, for a limited time. */
export class LinkSigner {
  /** The first of the keys signs; links that were signed with another of them stay valid. */
  constructor(private readonly keys: () => readonly Uint8Array[]) {
    if (keys().length === 0 || keys().some(({ length }) => length < MIN_KEY_BYTES)) {
      throw new Error(`a key that signs links has at least ${MIN_KEY_BYTES} bytes`);
    }
  }

  /** What follows the question mark of a link. */
  sign(name: MediaName, expiresAt: Date): string {
    const expires = String(Math.floor(expiresAt.getTime() / 1000));
    const [signature = ''] = this.getSignatures(name, expires);
    return `expires=${expires}&signature=${signature}`;
  }

  isValid(name: MediaName, query: Readonly<Record<string, unknown>>, now: Date): boolean {
    const { expires, signature } = query;
    // A parameter that comes twice is a list.
    if (typeof expires !== 'string' || typeof signature !== 'string') return false;
    if (!this.getSignatures(name, expires).some((expected) => isSameText(signature, expected))) return false;
    return now.getTime() < Number(expires) * 1000;
  }

  private getSignatures(name: MediaName, expires: string): string[] {
    const signed = `${getFileName(name)}?expires=${expires}`;
    return this.keys().map((key) => createHmac('sha256', key).update(signed).digest('base64url'));
  }
}

/** Takes the same time wherever the first difference is. */
function isSameText(given: string, expected: string): boolean {
  const givenBytes = Buffer.from(given);
  const expectedBytes = Buffer.from(expected);
  return givenBytes.length === expectedBytes.length && timingSafeEqual(givenBytes, expectedBytes);
}
