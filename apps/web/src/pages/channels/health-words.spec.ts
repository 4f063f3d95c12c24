import { describe, expect, it } from '@jest/globals';
import { inFlightInWords, reasonInWords, getHealthStatus } from './health-words.js';

const QUIET = { in_flight: 0, last_error: null, models: [], reason: null, since: null, advice: null };

describe('the health of a channel in words', () => {
  it('shows a reason that it does not know as it is', () => {
    expect(reasonInWords('struck-by-lightning')).toBe('struck-by-lightning');
  });

  it('is not told of a channel that is not in use', () => {
    const health = { ...QUIET, status: 'failing' as const, models: [] };
    expect(getHealthStatus({ enabled: false, health })).toBe('disabled');
    expect(getHealthStatus({ enabled: true, health })).toBe('failing');
  });

  it.each([
    [0, null, '0 requests'],
    [1, null, '1 request'],
    [3, 10, '3 of 10 requests'],
    [null, 10, 'Unknown'],
  ])('tells of %s requests, of at most %s, as %j', (count, max, words) => {
    const health = { ...QUIET, status: 'healthy' as const, models: [], in_flight: count };
    expect(inFlightInWords({ health, max_concurrency: max })).toBe(words);
  });
});
