import { describe, expect, it } from '@jest/globals';
import { describeLine } from './cost-lines.js';

describe('describeLine', () => {
  it.each([
    [
      { dimension: 'cached_input', amount: 400_000, unit_price_usd: 0.5, per: 1_000_000, cost_usd: 0.2 },
      { what: 'Cached input', amount: '400K tokens', rate: '$0.50 / M', cost: '$0.20' },
    ],
    [
      { dimension: 'audio_seconds', amount: 90, unit_price_usd: 0.06, per: 60, cost_usd: 0.09 },
      { what: 'Audio', amount: '90 s', rate: '$0.06 / min', cost: '$0.09' },
    ],
    [
      { dimension: 'request', amount: 1, unit_price_usd: 0.01, per: 1, cost_usd: 0.01 },
      { what: 'Request', amount: '1', rate: '$0.01', cost: '$0.01' },
    ],
    [
      { dimension: 'of a later version', amount: 2, unit_price_usd: 0.01, per: 1, cost_usd: 0.02 },
      { what: 'of a later version', amount: '2', rate: '$0.01', cost: '$0.02' },
    ],
  ])('describes %j', (line, shown) => {
    expect(describeLine(line)).toEqual(shown);
  });
});
