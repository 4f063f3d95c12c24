import { describe, expect, it } from '@jest/globals';
import { buildFailureAlerts, sumFailures } from './failure-alerts.js';

const count = (outcome: string, refused: boolean, refusals: number) => ({
  token_id: null,
  token_name: null,
  owner: null,
  outcome,
  refused,
  refusals,
});

describe('buildFailureAlerts', () => {
  it('sums up the failures of all tokens, without refused requests', () => {
    const sums = sumFailures([
      count('no-channel', false, 1),
      count('rate-limited', true, 900),
      count('internal-error', false, 1_200),
      count('no-channel', false, 0),
    ]);
    expect(buildFailureAlerts(sums)).toEqual([
      {
        text: '1,200 requests failed before a channel was used in the last 24 hours: Internal error.',
        fix: { label: 'View requests', to: '/requests?outcome=internal-error&period=24h' },
      },
      {
        text: '1 request failed before a channel was used in the last 24 hours: No channel.',
        fix: { label: 'View requests', to: '/requests?outcome=no-channel&period=24h' },
      },
    ]);
  });
});
