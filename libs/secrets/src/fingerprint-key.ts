import { createHmac } from 'node:crypto';

const FINGERPRINT_CHARACTERS = 16;

/** Identifies a key without revealing it. */
export function fingerprintKey(key: Uint8Array): string {
  const digest = createHmac('sha256', key).update('modelgate secret key fingerprint').digest('hex');
  return digest.slice(0, FINGERPRINT_CHARACTERS);
}
