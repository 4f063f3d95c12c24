import { describe, expect, it } from '@jest/globals';
import { bucketsIn, fillGaps } from './time-buckets.js';

const UTC = { choice: 'utc', name: 'UTC' } as const;
const LOCAL = { choice: 'local', name: new Intl.DateTimeFormat().resolvedOptions().timeZone } as const;
const SPAN = { from: '2026-03-01T09:30:00Z', to: '2026-03-01T12:00:00Z' };

describe('bucketsIn', () => {
  it('starts with the bucket that contains `from`, and ends before `to`', () => {
    expect(bucketsIn(SPAN, 'hour', UTC)).toEqual([
      '2026-03-01T09:00:00.000Z',
      '2026-03-01T10:00:00.000Z',
      '2026-03-01T11:00:00.000Z',
    ]);
  });

  it('starts days at midnight in the time zone', () => {
    const span = { from: '2026-03-01T23:30:00Z', to: '2026-03-03T12:00:00Z' };
    expect(bucketsIn(span, 'day', UTC).map((at) => at.slice(8, 10))).toEqual(['01', '02', '03']);
    const local = bucketsIn(span, 'day', LOCAL).map((at) => new Date(at));
    expect(local.every((at) => at.getHours() === 0 && at.getMinutes() === 0)).toBe(true);
    expect(local[0]?.getTime()).toBeLessThanOrEqual(Date.parse(span.from));
  });
});

describe('fillGaps', () => {
  const filled = { ...SPAN, bucket: 'hour', zone: UTC } as const;

  it('adds the buckets without requests', () => {
    const point = { at: '2026-03-01T10:00:00Z', values: { requests: 3 } };
    expect(fillGaps([point], filled, { requests: 0 }).map(({ values }) => values['requests'])).toEqual([
      0, 3, 0,
    ]);
  });

  it('keeps a point that is not at the beginning of a bucket', () => {
    const point = { at: '2026-03-01T10:15:00Z', values: { requests: 3 } };
    expect(fillGaps([point], filled, { requests: 0 }).map(({ values }) => values['requests'])).toEqual([
      0, 0, 3, 0,
    ]);
  });
});
