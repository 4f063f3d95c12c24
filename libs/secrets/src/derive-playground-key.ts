import { hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;

/**
 * The key of the playground in one session: HKDF-SHA256 of the gateway's key, without salt, with
 * `modelgate/playground-token/<session id>` as info. All pages of a session get the same key; only its hash is stored.
 */
export function derivePlaygroundKey(secretKey: Uint8Array, sessionId: string): string {
  const info = `modelgate/playground-token/${sessionId}`;
  const key = hkdfSync('sha256', secretKey, new Uint8Array(), info, KEY_BYTES);
  return `sk-mg-${Buffer.from(key).toString('base64url')}`;
}
