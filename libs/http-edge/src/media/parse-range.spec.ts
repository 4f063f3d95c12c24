import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { parseRange } from './parse-range.js';

const HUGE = '9'.repeat(400);

describe('parseRange', () => {
  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=0-9', 0, 9],
    ['bytes=2-5', 2, 5],
    ['bytes=9-9', 9, 9],
    ['bytes=9-10', 9, 9],
    ['bytes=0-999', 0, 9],
    [`bytes=0-${HUGE}`, 0, 9],
    ['bytes=0-', 0, 9],
    ['bytes=9-', 9, 9],
    ['bytes=-1', 9, 9],
    ['bytes=-10', 0, 9],
    ['bytes=-11', 0, 9],
    [`bytes=-${HUGE}`, 0, 9],
    ['bytes=007-008', 7, 8],
    ['Bytes=2-5', 2, 5],
    [' bytes=2-5 ', 2, 5],
  ])('%s of 10 bytes is %i to %i', (header, start, end) => {
    expect(parseRange(header, 10)).toEqual({ start, end });
  });

  it.each([
    ['bytes=10-', 10],
    ['bytes=10-20', 10],
    [`bytes=${HUGE}-`, 10],
    ['bytes=-0', 10],
    ['bytes=0-', 0],
    ['bytes=0-0', 0],
    ['bytes=-5', 0],
  ])('%s of %i bytes is unsatisfiable', (header, sizeBytes) => {
    expect(parseRange(header, sizeBytes)).toBe('unsatisfiable');
  });

  it.each([
    undefined,
    '',
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=5-2',
    'bytes=20-15',
    'bytes=a-b',
    'bytes=0x1-0x2',
    'bytes=1.5-2',
    'bytes=--5',
    'bytes=+1-2',
    'bytes=1 - 2',
    'bytes = 1-2',
    'bytes=0-1,3-4',
    'bytes=0-1, bytes=3-4',
    'bytes=0-1,',
    'items=0-1',
    '0-1',
    'bytes=1-2\nbytes=3-4',
  ])('%j requests the whole file', (header) => {
    expect(parseRange(header, 10)).toBeUndefined();
  });

  it('is always within the file', () => {
    const number = fc.oneof(fc.constant(''), fc.nat(30).map(String), fc.bigInt({ min: 0n }).map(String));
    fc.assert(
      fc.property(number, number, fc.nat(20), (first, last, sizeBytes) => {
        const range = parseRange(`bytes=${first}-${last}`, sizeBytes);
        const isInside =
          typeof range !== 'object' ||
          (range.start >= 0 && range.start <= range.end && range.end < sizeBytes);
        expect(isInside).toBe(true);
      }),
    );
  });
});
