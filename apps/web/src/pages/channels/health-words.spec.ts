import { describe, expect, it } from '@jest/globals';
import { inFlightInWords, reasonInWords, getHealthStatus, findTroubles } from './health-words.js';

const HEALTHY = { status: 'healthy', reason: null, since: null, until: null } as const;
const MOMENT = '2026-01-01T00:00:00.000Z';
const QUIET = { in_flight: 0, last_error: null, models: [] } as const;

describe('the health of a channel in words', () => {
  it('has nothing to tell where all is well', () => {
    const models = [{ ...HEALTHY, upstream_model: 'm' }];
    const health = { ...QUIET, status: 'healthy' as const, models };
    expect(findTroubles({ api_keys: [{ ...HEALTHY, hint: '…x7Qa' }], health })).toEqual([]);
  });

  it('tells which key and which model it is about', () => {
    const refused = { status: 'refused', reason: 'key-refused', since: MOMENT, until: MOMENT } as const;
    const probed = { status: 'probe', reason: null, since: MOMENT, until: MOMENT } as const;
    const models = [{ ...probed, upstream_model: 'gpt-5' }];
    const health = { ...QUIET, status: 'degraded' as const, models };
    expect(findTroubles({ api_keys: [{ ...refused, hint: '…x7Qa' }], health })).toEqual([
      'Key …x7Qa: the service refuses this key',
      'gpt-5: tried again with the next request',
    ]);
  });

  it('shows a reason that it does not know as it is', () => {
    expect(reasonInWords('struck-by-lightning')).toBe('struck-by-lightning');
  });

  it('is not told of a channel that is not in use', () => {
    const health = { ...QUIET, status: 'down' as const, models: [] };
    expect(getHealthStatus({ enabled: false, health })).toBe('disabled');
    expect(getHealthStatus({ enabled: true, health })).toBe('down');
  });

  it.each([
    [0, null, '0 requests'],
    [1, null, '1 request'],
    [3, 10, '3 of at most 10 requests'],
    [null, 10, 'Not known'],
  ])('tells of %s requests, of at most %s, as %j', (count, max, words) => {
    const health = { ...QUIET, status: 'healthy' as const, models: [], in_flight: count };
    expect(inFlightInWords({ health, max_concurrency: max })).toBe(words);
  });
});
