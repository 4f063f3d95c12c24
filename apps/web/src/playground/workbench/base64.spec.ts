import { describe, expect, it } from '@jest/globals';
import { fromBase64, toBase64 } from './base64.js';

describe('base64', () => {
  it('encodes and decodes every byte', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
    expect([...fromBase64(toBase64(bytes))]).toEqual([...bytes]);
  });
});
