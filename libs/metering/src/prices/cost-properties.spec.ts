import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { type UsageCounts } from '../usage/usage-event.js';
import { costMicroUsd } from './cost.js';
import { type Price } from './price.js';

const amount = fc.nat({ max: 2_000_000 });
/** Ten millionths of a dollar. */
const usd = fc.nat({ max: 1_000_000_000 }).map((units) => units / 1e7);

const fullPrice = fc.record({
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
  perImage: usd,
  perSecondVideo: usd,
  perMChar: usd,
  perMinuteAudio: usd,
  perRequest: usd,
  perSearch: usd,
  perWebSearch: usd,
  perCodeSession: usd,
});

/** The parts are generated first, so that the totals are never less than their parts. */
const counts = fc
  .record({
    cachedInputTokens: amount,
    cacheWrite5mTokens: amount,
    cacheWrite1hTokens: amount,
    audioInputTokens: amount,
    imageInputTokens: amount,
    audioOutputTokens: amount,
    imageOutputTokens: amount,
    reasoningTokens: amount,
    images: amount,
    videoSeconds: amount,
    audioSeconds: amount,
    characters: amount,
    searchUnits: amount,
    webSearches: amount,
    codeSessions: amount,
    plainInput: amount,
    plainOutput: amount,
  })
  .map(({ plainInput, plainOutput, cacheWrite5mTokens, ...parts }) => ({
    ...parts,
    cacheWriteTokens: cacheWrite5mTokens + parts.cacheWrite1hTokens,
    inputTokens:
      plainInput +
      parts.cachedInputTokens +
      cacheWrite5mTokens +
      parts.cacheWrite1hTokens +
      parts.audioInputTokens +
      parts.imageInputTokens,
    outputTokens: plainOutput + parts.audioOutputTokens + parts.imageOutputTokens + parts.reasoningTokens,
  }));

type Counts = Required<UsageCounts>;
type Kind = keyof Counts;

const TOTALS: Partial<Record<Kind, Kind>> = {
  cacheWrite1hTokens: 'cacheWriteTokens',
  cachedInputTokens: 'inputTokens',
  cacheWriteTokens: 'inputTokens',
  audioInputTokens: 'inputTokens',
  imageInputTokens: 'inputTokens',
  audioOutputTokens: 'outputTokens',
  imageOutputTokens: 'outputTokens',
  reasoningTokens: 'outputTokens',
};

const kind = fc.constantFrom<Kind>(
  'inputTokens',
  'cachedInputTokens',
  'cacheWriteTokens',
  'cacheWrite1hTokens',
  'outputTokens',
  'reasoningTokens',
  'audioInputTokens',
  'audioOutputTokens',
  'imageInputTokens',
  'imageOutputTokens',
  'images',
  'audioSeconds',
  'videoSeconds',
  'characters',
  'searchUnits',
  'webSearches',
  'codeSessions',
);

function withMore(before: Counts, of: Kind, more: number): Counts {
  const total = TOTALS[of];
  const after = { ...before, [of]: before[of] + more };
  return total === undefined ? after : withMore(after, total, more);
}

function getCost(of: UsageCounts, price: Price): number {
  const cost = costMicroUsd(of, price);
  if (cost === undefined) throw new Error('the cost is unknown although all prices are set');
  return cost;
}

function tenMillionths(value: number): bigint {
  return BigInt(Math.round(value * 1e7));
}

describe('the cost of a request', () => {
  it('is the exact sum, rounded up once', () => {
    fc.assert(
      fc.property(counts, fullPrice, (used, price) => {
        const parts: [number, number, bigint][] = [
          [used.cachedInputTokens, price.cachedInputPerMTok, 1_000_000n],
          [used.cacheWriteTokens - used.cacheWrite1hTokens, price.cacheWritePerMTok, 1_000_000n],
          [used.cacheWrite1hTokens, price.cacheWrite1hPerMTok, 1_000_000n],
          [used.audioInputTokens, price.audioInputPerMTok, 1_000_000n],
          [used.imageInputTokens, price.imageInputPerMTok, 1_000_000n],
          [
            used.inputTokens -
              used.cachedInputTokens -
              used.cacheWriteTokens -
              used.audioInputTokens -
              used.imageInputTokens,
            price.inputPerMTok,
            1_000_000n,
          ],
          [used.audioOutputTokens, price.audioOutputPerMTok, 1_000_000n],
          [used.imageOutputTokens, price.imageOutputPerMTok, 1_000_000n],
          [used.reasoningTokens, price.reasoningPerMTok, 1_000_000n],
          [
            used.outputTokens - used.audioOutputTokens - used.imageOutputTokens - used.reasoningTokens,
            price.outputPerMTok,
            1_000_000n,
          ],
          [used.images, price.perImage, 1n],
          [used.videoSeconds, price.perSecondVideo, 1n],
          [used.audioSeconds, price.perMinuteAudio, 60n],
          [used.characters, price.perMChar, 1_000_000n],
          [used.searchUnits, price.perSearch, 1n],
          [used.webSearches, price.perWebSearch, 1n],
          [used.codeSessions, price.perCodeSession, 1n],
          [1, price.perRequest, 1n],
        ];
        // With the common denominator of all units.
        const sum = parts.reduce(
          (total, [count, rate, per]) => total + (BigInt(count) * tenMillionths(rate) * 3_000_000n) / per,
          0n,
        );
        const denominator = 10n * 3_000_000n;
        expect(BigInt(getCost(used, price))).toBe((sum + denominator - 1n) / denominator);
      }),
    );
  });

  it('never decreases when a count increases', () => {
    fc.assert(
      fc.property(counts, fullPrice, kind, amount, (used, price, of, more) => {
        expect(getCost(withMore(used, of, more), price)).toBeGreaterThanOrEqual(getCost(used, price));
      }),
    );
  });

  it('never decreases with more input if a tier has higher rates', () => {
    fc.assert(
      fc.property(counts, usd, amount, amount, (used, rate, border, more) => {
        const tier = { aboveInputTokens: border + 1, inputPerMTok: rate * 2, outputPerMTok: rate * 3 };
        const price = { inputPerMTok: rate, outputPerMTok: rate, tiers: [tier] };
        expect(getCost(withMore(used, 'inputTokens', more), price)).toBeGreaterThanOrEqual(
          getCost(used, price),
        );
      }),
    );
  });

  it('is additive over requests, except for rounding', () => {
    fc.assert(
      fc.property(counts, counts, fullPrice, (one, other, price) => {
        const perToken = { ...price, perRequest: 0 };
        const both = Object.fromEntries(
          Object.entries(one).map(([name, count]) => [name, count + other[name as Kind]]),
        );
        const apart = getCost(one, perToken) + getCost(other, perToken);
        const together = getCost(both, perToken);
        expect(apart - together).toBeGreaterThanOrEqual(0);
        expect(apart - together).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('is unknown or a non-negative integer for any counts and any price', () => {
    const anything = fc.oneof(fc.double(), amount, fc.constant(undefined));
    const anyCounts = fc.record({
      inputTokens: anything,
      cachedInputTokens: anything,
      audioInputTokens: anything,
      outputTokens: anything,
      audioSeconds: anything,
      images: anything,
    });
    const anyPrice = fullPrice.chain((price) =>
      fc
        .subarray(Object.keys(price))
        .map((names) => Object.fromEntries(Object.entries(price).filter(([name]) => names.includes(name)))),
    );
    fc.assert(
      fc.property(anyCounts, anyPrice, (used, price) => {
        const cost = costMicroUsd(used, price);
        if (cost !== undefined) expect(cost).toBeGreaterThanOrEqual(0);
        if (cost !== undefined) expect(Number.isInteger(cost)).toBe(true);
      }),
    );
  });

  it('is not higher with a cache if cached tokens are cheaper', () => {
    fc.assert(
      fc.property(amount, amount, usd, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, rate, part) => {
        const price = { inputPerMTok: rate, cachedInputPerMTok: rate * part };
        const [cachedInputTokens, inputTokens] = [Math.min(a, b), Math.max(a, b)];
        expect(getCost({ inputTokens, cachedInputTokens }, price)).toBeLessThanOrEqual(
          getCost({ inputTokens }, price),
        );
      }),
    );
  });
});
