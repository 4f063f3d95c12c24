import { describe, expect, it } from '@jest/globals';
import { parseSince } from './parse-moment.js';

const NOW_MS = Date.parse('2026-05-08T12:00:00Z');

describe('parseSince', () => {
  it.each([
    ['2026-05-01T10:00:00Z', '2026-05-01T10:00:00.000Z'],
    ['2026-05-01T10:00:00+02:00', '2026-05-01T08:00:00.000Z'],
    ['2026-05-01', '2026-05-01T00:00:00.000Z'],
    ['45s', '2026-05-08T11:59:15.000Z'],
    ['90m', '2026-05-08T10:30:00.000Z'],
    ['12h', '2026-05-08T00:00:00.000Z'],
    ['7d', '2026-05-01T12:00:00.000Z'],
  ])('%s', (text, expected) => {
    expect(parseSince(text, NOW_MS)?.toISOString()).toBe(expected);
  });

  it.each(['', 'yesterday', '7', '7w', '-7d', '1.5h', '2026-13-01', '2026-05-01Tnoon', '99999999999d', 'd'])(
    'rejects "%s"',
    (text) => {
      expect(parseSince(text, NOW_MS)).toBeUndefined();
    },
  );
});
