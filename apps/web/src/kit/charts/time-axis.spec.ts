import { describe, expect, it } from '@jest/globals';
import { buildAxisLabels, formatPointTime } from './time-axis.js';
import { type TimeBucket, bucketsIn } from './time-buckets.js';

const UTC = { choice: 'utc', name: 'UTC' } as const;

function label(from: string, to: string, bucket: TimeBucket, maxCount = 8): string[] {
  const moments = bucketsIn({ from, to }, bucket, UTC);
  return buildAxisLabels(moments, { bucket, zone: UTC, maxCount }).map(({ text }) => text);
}

describe('the labels of a time axis', () => {
  it('are round times of day for a short period', () => {
    expect(label('2026-03-01T09:10:00Z', '2026-03-01T10:10:00Z', 'minute')).toEqual([
      '09:10',
      '09:20',
      '09:30',
      '09:40',
      '09:50',
      '10:00',
    ]);
    expect(label('2026-03-01T09:10:00Z', '2026-03-02T09:10:00Z', 'hour', 4)).toEqual([
      '12:00',
      '18:00',
      '00:00',
      '06:00',
    ]);
  });

  it('are at the first hour of each day for several days of hourly points', () => {
    expect(label('2026-03-01T09:00:00Z', '2026-03-04T09:00:00Z', 'hour')).toEqual([
      '2 Mar',
      '3 Mar',
      '4 Mar',
    ]);
  });

  it('are days, at most as many as requested', () => {
    expect(label('2026-03-01T00:00:00Z', '2026-03-31T00:00:00Z', 'day', 5)).toEqual([
      '1 Mar',
      '7 Mar',
      '13 Mar',
      '19 Mar',
      '25 Mar',
    ]);
  });

  it('include the only point of a short chart', () => {
    expect(label('2026-03-01T09:17:00Z', '2026-03-01T09:17:30Z', 'minute')).toEqual(['09:17']);
    expect(label('2026-03-01T00:00:00Z', '2026-03-01T09:17:30Z', 'day')).toEqual(['1 Mar']);
  });
});

describe('formatPointTime', () => {
  it('includes the time zone', () => {
    expect(formatPointTime('2026-03-01T09:17:00Z', 'minute', UTC)).toMatch(/^Sun,? 1 Mar,? 09:17 UTC$/);
    const india = { choice: 'local', name: 'Asia/Kolkata' } as const;
    expect(formatPointTime('2026-03-01T09:00:00Z', 'hour', india)).toMatch(/14:30 UTC\+5:30$/);
  });
});
