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

/** Always over the whole token: identities must never meet in a shared prefix. */
export function hashTokenKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

/** The same in hexadecimal digits, in half the time: every request asks for its token by it. */
export function hashTokenKeyToHex(key: string): string {
  return hash('sha256', key, 'hex');
}

/** What a person may see of a token later on. */
export function tokenKeyHint(key: string): string {
  return `…${key.slice(-4)}`;
}
