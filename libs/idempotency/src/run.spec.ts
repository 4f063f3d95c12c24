import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '#canonical';
import { chooseFailureAction } from './run.js';

describe('chooseFailureAction', () => {
  it.each([
    ['upstream-rejected', 'store', 'store'],
    ['upstream-too-large', 'store', 'store'],
    ['invalid-value', 'free', 'store'],
    ['model-not-found', 'free', 'store'],
    ['content-policy', 'free', 'store'],
    ['rate-limited', 'free', 'store'],
    ['budget-exhausted', 'free', 'store'],
    ['no-channel', 'free', 'store'],
    ['upstream-overloaded', 'free', 'store'],
    ['upstream-unreachable', 'free', 'store'],
    ['upstream-interrupted', 'free', 'store'],
    ['upstream-error', 'free', 'store'],
    ['upstream-timeout', 'free', 'store'],
    ['upstream-bad-response', 'free', 'store'],
    ['internal-error', 'free', 'store'],
    ['client-gone', 'free', 'mark-unknown'],
    ['shutting-down', 'free', 'mark-unknown'],
  ] as const)('returns for %s: %s if nothing was charged, else %s', (kind, uncharged, charged) => {
    const error = new GatewayError(kind, 'No.');
    expect([chooseFailureAction(error, false), chooseFailureAction(error, true)]).toEqual([
      uncharged,
      charged,
    ]);
  });
});
