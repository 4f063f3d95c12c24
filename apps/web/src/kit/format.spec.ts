import { describe, expect, it } from '@jest/globals';
import { formatDuration, formatMoment, formatTime } from './format.js';

const INDIA = { choice: 'local', name: 'Asia/Kolkata' } as const;
const UTC = { choice: 'utc', name: 'UTC' } as const;

describe('formatDuration', () => {
  it.each([
    [0, '0 ms'],
    [999.6, '1.00 s'],
    [9_996, '10.0 s'],
    [59_960, '1 min'],
    [80_000, '1 min 20 s'],
    [119_600, '2 min'],
    [3_599_700, '1 h'],
    [7_500_000, '2 h 5 min'],
  ])('formats %d ms as %s', (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text);
  });
});

describe('times', () => {
  const at = new Date('2026-03-01T20:00:05Z');

  it('include their time zone', () => {
    expect(formatTime(at, UTC)).toBe('1 Mar 2026, 20:00:05 UTC');
    expect(formatTime(at, INDIA)).toBe('2 Mar 2026, 01:30:05 UTC+5:30');
    expect(formatMoment(at, INDIA, at)).toBe('2 Mar, 01:30:05 UTC+5:30');
    expect(formatMoment(at, UTC, new Date('2027-01-01T00:00:00Z'))).toBe('1 Mar 2026, 20:00:05 UTC');
  });
});
