import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { findEndOfPlainRun, toView } from './token-bytes.js';

const isStop = (byte: number): boolean => byte === 0x22 || byte === 0x5c || byte < 0x20;

describe('findEndOfPlainRun', () => {
  it('stops at the same byte as a loop, for any bytes and offset', () => {
    const anyByte = fc.oneof(
      {
        weight: 20,
        arbitrary: fc.constantFrom(0x20, 0x21, 0x23, 0x41, 0x5b, 0x5d, 0x7f, 0x80, 0xa2, 0xdc, 0xff),
      },
      { weight: 1, arbitrary: fc.constantFrom(0x00, 0x02, 0x1f, 0x22, 0x5c) },
    );
    fc.assert(
      fc.property(fc.array(anyByte, { maxLength: 60 }), fc.nat(7), fc.nat(8), (values, start, cut) => {
        const bytes = Buffer.from(values);
        const end = Math.max(bytes.length - cut, 0);
        const from = Math.min(start, end);
        const found = values.slice(from, end).findIndex(isStop);
        expect(findEndOfPlainRun(bytes, toView(bytes), from, end)).toBe(found === -1 ? end : from + found);
      }),
      { numRuns: 2000 },
    );
  });
});
