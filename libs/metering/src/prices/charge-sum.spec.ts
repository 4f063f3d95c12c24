import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { type UsageCounts } from '../usage/usage-event.js';
import { ChargeSum } from './charge-sum.js';
import { costMicroUsd } from './cost.js';
import { buildCostLines } from './cost-lines.js';
import { maxMicroUsd } from './max-cost.js';
import { type Price } from './price.js';
import { plainCost, plainMaxCost } from './testing/plain-cost.js';

/** Plausible, unusual and invalid counts. */
const count = fc.oneof(
  { weight: 6, arbitrary: fc.nat({ max: 400_000 }) },
  { weight: 2, arbitrary: fc.double({ min: 0, max: 10_000, noNaN: true }) },
  { weight: 1, arbitrary: fc.maxSafeNat() },
  { weight: 1, arbitrary: fc.constantFrom(undefined, 0, -5, Number.NaN, Number.POSITIVE_INFINITY, 1e300) },
);

/** Usual prices, and prices with unusually many digits. */
const usd = fc.oneof(
  { weight: 6, arbitrary: fc.nat({ max: 100_000 }).map((units) => units / 1_000) },
  { weight: 2, arbitrary: fc.nat({ max: 1_000_000_000 }).map((units) => units / 1e9) },
  { weight: 1, arbitrary: fc.double({ min: 0, max: 1e9, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1e-18, 1e-19, 1e15) },
);

const tokenRates = {
  inputPerMTok: usd,
  cachedInputPerMTok: usd,
  cacheWritePerMTok: usd,
  cacheWrite1hPerMTok: usd,
  reasoningPerMTok: usd,
  outputPerMTok: usd,
  audioInputPerMTok: usd,
  audioOutputPerMTok: usd,
  imageInputPerMTok: usd,
  imageOutputPerMTok: usd,
};
const some = { requiredKeys: [] as [] };
const tiers = fc.array(fc.record({ aboveInputTokens: fc.nat({ max: 300_000 }), inputPerMTok: usd }), {
  maxLength: 2,
});
const bySize = fc.oneof(usd, fc.record({ default: usd, large: usd, 'hd large': usd }));

const serviceTier = fc.record({ ...tokenRates, tiers }, some);

const anyPrice = fc.record(
  {
    ...tokenRates,
    perImage: bySize,
    perSecondVideo: bySize,
    perMChar: usd,
    perMinuteAudio: usd,
    perRequest: usd,
    perSearch: usd,
    perWebSearch: usd,
    perSearchedRequest: usd,
    perCodeSession: usd,
    tiers,
    batch: serviceTier,
    flex: serviceTier,
    priority: serviceTier,
  },
  some,
) as fc.Arbitrary<Price>;

const context = fc.record(
  {
    serviceTier: fc.constantFrom(undefined, 'default', 'batch', 'flex', 'priority'),
    imageSize: fc.constantFrom(undefined, 'large', 'small', 'toString'),
    imageQuality: fc.constantFrom(undefined, 'hd'),
    videoSize: fc.constantFrom(undefined, 'large'),
  },
  some,
);

const units = {
  images: count,
  audioSeconds: count,
  videoSeconds: count,
  characters: count,
  searchUnits: count,
  webSearches: count,
  codeSessions: count,
};
const anyCounts = fc.record(
  {
    inputTokens: count,
    cachedInputTokens: count,
    cacheWriteTokens: count,
    cacheWrite1hTokens: count,
    outputTokens: count,
    reasoningTokens: count,
    audioInputTokens: count,
    audioOutputTokens: count,
    imageInputTokens: count,
    imageOutputTokens: count,
    ...units,
  },
  some,
) as fc.Arbitrary<UsageCounts>;

const RUNS = { numRuns: 5_000 };

describe('a cost', () => {
  it('equals a computation with BigInt alone', () => {
    fc.assert(
      fc.property(anyCounts, anyPrice, context, (used, price, of) => {
        const cost = costMicroUsd(used, price, of);
        expect(cost).toBe(plainCost(used, price, of));
        const lines = buildCostLines(used, price, of);
        expect(lines.reduce((sum, line) => sum + line.costMicroUsd, 0)).toBe(cost ?? 0);
      }),
      RUNS,
    );
  });

  it('that is held equals a computation with BigInt alone', () => {
    const size = fc.record(
      { inputTokens: count, maxOutputTokens: count, ...units },
      { requiredKeys: ['inputTokens'] },
    );
    fc.assert(
      fc.property(
        size as fc.Arbitrary<{ inputTokens: number }>,
        anyPrice,
        context,
        (requested, price, of) => {
          expect(maxMicroUsd(requested, price, of)).toEqual(plainMaxCost(requested, price, of));
        },
      ),
      RUNS,
    );
  });

  it.each<[name: string, charges: [number, number, 1 | 60 | 1_000_000][], microUsd: number]>([
    ['a plain amount', [[1_000, 0.15, 1_000_000]], 150],
    ['an amount that is rounded up', [[1, 0.000001, 1_000_000]], 1],
    [
      'fractions that are rounded up once',
      Array.from({ length: 10 }, () => [1, 0.1, 1_000_000] as [number, number, 1_000_000]),
      1,
    ],
    ['a fraction of a second', [[0.5, 0.006, 60]], 50],
    ['more than the maximum', [[Number.MAX_SAFE_INTEGER, 1, 1_000_000]], Number.MAX_SAFE_INTEGER],
    [
      'integer and other rates',
      [
        [3, 1e-18, 1],
        [7, 0.15, 1_000_000],
      ],
      2,
    ],
  ])('sums %s', (_name, charges, microUsd) => {
    const sum = new ChargeSum();
    for (const charge of charges) sum.add(...charge);
    expect(sum.getMicroUsd()).toBe(microUsd);
  });
});
