import { describe, expect, it } from '@jest/globals';
import { toWav } from './speech-file.js';

describe('toWav', () => {
  it('writes a header for 16-bit mono audio at the given rate', () => {
    const file = toWav(Uint8Array.of(1, 2, 3, 4), 24_000);
    const view = new DataView(file.buffer);
    const text = (start: number, end: number) => new TextDecoder().decode(file.subarray(start, end));
    expect([text(0, 4), text(8, 16), text(36, 40)]).toEqual(['RIFF', 'WAVEfmt ', 'data']);
    expect(view.getUint32(4, true)).toBe(file.length - 8);
    expect(view.getUint16(22, true)).toBe(1);
    expect(view.getUint32(24, true)).toBe(24_000);
    expect(view.getUint32(28, true)).toBe(48_000);
    expect(view.getUint16(34, true)).toBe(16);
    expect(view.getUint32(40, true)).toBe(4);
    expect([...file.subarray(44)]).toEqual([1, 2, 3, 4]);
  });
});
