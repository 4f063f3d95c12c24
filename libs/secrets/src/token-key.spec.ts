import { describe, expect, it } from '@jest/globals';
import { generateTokenKey, hashTokenKey, tokenKeyHint } from './token-key.js';

describe('token keys', () => {
  it('have a prefix for secret scanners and 256 random bits', () => {
    const keys = new Set(Array.from({ length: 1000 }, generateTokenKey));
    expect(keys.size).toBe(1000);
    for (const key of keys) expect(key).toMatch(/^sk-mg-[0-9A-Za-z]{43}$/);
  });

  it('have a hash that depends on every character', () => {
    const key = generateTokenKey();
    const lastChanged = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a');
    expect(hashTokenKey(key).equals(hashTokenKey(lastChanged))).toBe(false);
  });

  it('have a hint with only their last four characters', () => {
    expect(tokenKeyHint('sk-mg-0123456789')).toBe('…6789');
  });
});
