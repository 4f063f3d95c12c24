import { describe, expect, it } from '@jest/globals';
import { toDayTraffic, toTraffic } from './channel-traffic.js';

const SPAN = { from: '2026-11-17T00:00:00Z', to: '2026-11-17T03:00:00Z' };
const sum = (hour: number, channel: string | null, requests: number, errors: number, averageMs: number) => ({
  starts_at: `2026-11-17T0${hour}:00:00Z`,
  channel,
  requests,
  errors,
  cost_usd: requests / 10,
  requests_of_unknown_cost: errors,
  average_duration_ms: averageMs,
});

describe('toTraffic', () => {
  it('sums up each channel, with a value for every hour', () => {
    const sums = [
      sum(0, 'a', 3, 0, 100),
      sum(2, 'a', 1, 1, 500),
      sum(1, 'b', 2, 0, 10),
      sum(1, null, 9, 9, 1),
    ];
    const traffic = toTraffic(sums, SPAN);
    expect([...traffic.keys()]).toEqual(['a', 'b']);
    expect(traffic.get('a')).toMatchObject({
      requests: 4,
      errors: 1,
      unpriced: 1,
      averageMs: 200,
      hours: { requests: [3, 0, 1], errors: [0, 0, 1], averageMs: [100, null, 500] },
    });
    expect(traffic.get('a')?.costUsd).toBeCloseTo(0.4);
  });

  it('has no hourly values for daily sums', () => {
    const traffic = toDayTraffic([sum(0, 'a', 4, 1, 200), sum(0, null, 9, 9, 1)]);
    expect([...traffic]).toEqual([
      ['a', { requests: 4, errors: 1, costUsd: 0.4, unpriced: 1, averageMs: 200 }],
    ]);
  });
});
