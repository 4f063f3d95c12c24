import { describe, expect, it } from '@jest/globals';
import { bucketsIn, fillGaps, buildTimeAxis } from './time-buckets.js';

const SPAN = { from: '2026-03-01T09:30:00Z', to: '2026-03-01T12:00:00Z' };

describe('bucketsIn', () => {
  it('begins with the bucket that the first moment is in and ends before the last', () => {
    expect(bucketsIn(SPAN, 'hour')).toEqual([
      '2026-03-01T09:00:00.000Z',
      '2026-03-01T10:00:00.000Z',
      '2026-03-01T11:00:00.000Z',
    ]);
  });
});

describe('fillGaps', () => {
  it('keeps what is known and adds what is missing', () => {
    const known = { at: '2026-03-01T10:00:00Z', values: { requests: 3 } };
    const filled = fillGaps([known], { ...SPAN, bucket: 'hour' }, { requests: 0 });
    expect(filled.map(({ values }) => values['requests'])).toEqual([0, 3, 0]);
  });
});

describe('buildTimeAxis', () => {
  it('names days as days in UTC', () => {
    const axis = buildTimeAxis(['2026-03-01T00:00:00Z'], 'day');
    expect(axis.formatTick('2026-03-01T00:00:00Z')).toBe('1 Mar');
  });

  it('writes only midnights below several days of hours', () => {
    const moments = bucketsIn({ from: '2026-03-01T00:00:00Z', to: '2026-03-04T00:00:00Z' }, 'hour');
    const { ticks } = buildTimeAxis(moments, 'hour');
    expect(ticks?.length).toBeGreaterThanOrEqual(2);
    expect(ticks?.every((at) => new Date(at).getHours() === 0)).toBe(true);
  });

  it('lets the chart choose below a day of hours', () => {
    const moments = bucketsIn({ from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' }, 'hour');
    expect(buildTimeAxis(moments, 'hour').ticks).toBeUndefined();
  });
});
