import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '#canonical';
import { judgeFailure } from './run.js';

describe('the key of a request that failed', () => {
  it.each([
    ['upstream-rejected', 'remember', 'remember'],
    ['upstream-too-large', 'remember', 'remember'],
    ['invalid-value', 'free', 'remember'],
    ['model-not-found', 'free', 'remember'],
    ['content-policy', 'free', 'remember'],
    ['rate-limited', 'free', 'remember'],
    ['budget-exhausted', 'free', 'remember'],
    ['no-channel', 'free', 'remember'],
    ['upstream-overloaded', 'free', 'remember'],
    ['upstream-unreachable', 'free', 'remember'],
    ['upstream-error', 'free', 'remember'],
    ['upstream-timeout', 'free', 'remember'],
    ['upstream-bad-response', 'free', 'remember'],
    ['internal-error', 'free', 'remember'],
    ['client-gone', 'free', 'lose'],
    ['shutting-down', 'free', 'lose'],
  ] as const)('%s: %s where nothing was charged, else %s', (kind, uncharged, charged) => {
    const error = new GatewayError(kind, 'No.');
    expect([judgeFailure(error, false), judgeFailure(error, true)]).toEqual([uncharged, charged]);
  });
});
