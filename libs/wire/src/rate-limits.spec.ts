import { describe, expect, it } from '@jest/globals';
import { encodeDuration, encodeRateLimits } from './rate-limits.js';

const NOW_MS = Date.UTC(2030, 0, 1, 12, 0, 0, 250);
const requests = { limit: 60, remaining: 59, resetMs: 1_000 };
const tokens = { limit: 10_000, remaining: 0, resetMs: 360_000 };

describe('encodeDuration', () => {
  it.each([
    [0, '0s'],
    [-5, '0s'],
    [0.4, '1ms'],
    [120, '120ms'],
    [999, '999ms'],
    [1_000, '1s'],
    [1_001, '2s'],
    [59_001, '1m0s'],
    [61_500, '1m2s'],
    [360_000, '6m0s'],
    [3_599_999, '1h0m0s'],
    [86_340_000, '23h59m0s'],
  ])('%d ms', (durationMs, text) => {
    expect(encodeDuration(durationMs)).toBe(text);
  });
});

describe('encodeRateLimits', () => {
  it.each(['openai', 'google', 'cohere'] as const)('has durations for %s clients', (dialect) => {
    expect(encodeRateLimits({ requests, tokens }, dialect)).toEqual({
      'x-ratelimit-limit-requests': '60',
      'x-ratelimit-remaining-requests': '59',
      'x-ratelimit-reset-requests': '1s',
      'x-ratelimit-limit-tokens': '10000',
      'x-ratelimit-remaining-tokens': '0',
      'x-ratelimit-reset-tokens': '6m0s',
    });
  });

  it('has times for Anthropic clients', () => {
    expect(encodeRateLimits({ requests, tokens }, 'anthropic', NOW_MS)).toEqual({
      'anthropic-ratelimit-requests-limit': '60',
      'anthropic-ratelimit-requests-remaining': '59',
      'anthropic-ratelimit-requests-reset': '2030-01-01T12:00:02Z',
      'anthropic-ratelimit-tokens-limit': '10000',
      'anthropic-ratelimit-tokens-remaining': '0',
      'anthropic-ratelimit-tokens-reset': '2030-01-01T12:06:01Z',
    });
  });

  it.each(['openai', 'anthropic', 'google', 'cohere'] as const)(
    'has no headers for %s clients without limits',
    (dialect) => {
      expect(encodeRateLimits({}, dialect)).toEqual({});
      const names = Object.keys(encodeRateLimits({ requests }, dialect));
      expect(names).toHaveLength(3);
      expect(names.filter((name) => name.includes('tokens'))).toEqual([]);
    },
  );
});
