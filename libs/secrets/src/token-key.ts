import { hash, randomInt } from 'node:crypto';

const PREFIX = 'sk-mg-';
const RANDOM_CHARACTERS = 43; // 62^43 > 2^256
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A new API token. The caller shows it once; only its hash is stored. */
export function generateTokenKey(): string {
  let key = PREFIX;
  for (let i = 0; i < RANDOM_CHARACTERS; i += 1) key += BASE62.charAt(randomInt(BASE62.length));
  return key;
}

/** Hashes the whole key, so that keys with the same prefix differ. */
export function hashTokenKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

/** The same in hexadecimal digits, in half the time. Runs for every request. */
export function hashTokenKeyToHex(key: string): string {
  return hash('sha256', key, 'hex');
}

/** The part of a key that is shown after its creation. */
export function tokenKeyHint(key: string): string {
  return `…${key.slice(-4)}`;
}
