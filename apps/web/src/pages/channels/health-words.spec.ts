import { describe, expect, it } from '@jest/globals';
import { describeInFlight, describeReason, getHealthStatus } from './health-words.js';

const QUIET = { in_flight: 0, last_error: null, models: [], reason: null, since: null, advice: null };

describe('the health of a channel', () => {
  it('shows an unknown reason unchanged', () => {
    expect(describeReason('struck-by-lightning')).toBe('struck-by-lightning');
  });

  it('is `disabled` for a disabled channel', () => {
    const health = { ...QUIET, status: 'failing' as const, models: [] };
    expect(getHealthStatus({ enabled: false, health })).toBe('disabled');
    expect(getHealthStatus({ enabled: true, health })).toBe('failing');
  });

  it.each([
    [0, null, '0 requests'],
    [1, null, '1 request'],
    [3, 10, '3 of 10 requests'],
    [null, 10, 'Unknown'],
  ])('describes %s requests in flight with the limit %s as %j', (count, max, words) => {
    const health = { ...QUIET, status: 'healthy' as const, models: [], in_flight: count };
    expect(describeInFlight({ health, max_concurrency: max })).toBe(words);
  });
});
