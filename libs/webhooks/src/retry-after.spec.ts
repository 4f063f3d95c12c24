import { describe, expect, it } from '@jest/globals';
import { parseRetryAfterMs } from './retry-after.js';

const NOW_MS = Date.parse('2026-05-01T12:00:00Z');
const DAY_MS = 86_400_000;

describe('parseRetryAfterMs', () => {
  it.each([
    ['120', 120_000],
    [' 5 ', 5_000],
    ['Fri, 01 May 2026 12:01:00 GMT', 60_000],
    ['999999999999', DAY_MS],
    ['Fri, 01 May 2030 12:00:00 GMT', DAY_MS],
    ['0', undefined],
    ['Fri, 01 May 2026 11:00:00 GMT', undefined],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%s: %s', (header, expected) => {
    expect(parseRetryAfterMs(header, NOW_MS)).toBe(expected);
  });
});
