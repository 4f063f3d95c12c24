import { createHmac, timingSafeEqual } from 'node:crypto';
import { type MediaName, fileNameOf } from './media-name.js';

const SHORTEST_KEY_BYTES = 32;

/** Links that nobody else can make, to one file each, for a limited time. */
export class LinkSigner {
  constructor(private readonly key: Uint8Array) {
    if (key.length < SHORTEST_KEY_BYTES) {
      throw new Error(`a key that signs links has at least ${SHORTEST_KEY_BYTES} bytes`);
    }
  }

  /** What follows the question mark of a link. */
  sign(name: MediaName, expiresAt: Date): string {
    const expires = String(Math.floor(expiresAt.getTime() / 1000));
    return `expires=${expires}&signature=${this.signatureOf(name, expires)}`;
  }

  isValid(name: MediaName, query: Readonly<Record<string, unknown>>, now: Date): boolean {
    const { expires, signature } = query;
    // A parameter that comes twice is a list.
    if (typeof expires !== 'string' || typeof signature !== 'string') return false;
    if (!isSameText(signature, this.signatureOf(name, expires))) return false;
    return now.getTime() < Number(expires) * 1000;
  }

  private signatureOf(name: MediaName, expires: string): string {
    return createHmac('sha256', this.key)
      .update(`${fileNameOf(name)}?expires=${expires}`)
      .digest('base64url');
  }
}

/** Takes the same time wherever the first difference is. */
function isSameText(given: string, expected: string): boolean {
  const givenBytes = Buffer.from(given);
  const expectedBytes = Buffer.from(expected);
  return givenBytes.length === expectedBytes.length && timingSafeEqual(givenBytes, expectedBytes);
}
