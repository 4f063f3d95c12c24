import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { costMicroUsd } from './cost.js';
import { type RequestSize, maxMicroUsd } from './max-cost.js';
import { type Price } from './price.js';

const chat: Price = { inputPerMTok: 3, cachedInputPerMTok: 0.3, outputPerMTok: 15 };

describe('maxMicroUsd', () => {
  it.each<[name: string, size: RequestSize, price: Price, certain: number, likely: number]>([
    ['input and the allowed output', { inputTokens: 1000, maxOutputTokens: 200 }, chat, 3000, 6000],
    ['4096 output tokens if there is no limit', { inputTokens: 1000 }, chat, 3000, 3000 + 61_440],
    ['a limit of 0 output tokens', { inputTokens: 1000, maxOutputTokens: 0 }, chat, 3000, 3000],
    ['embeddings', { inputTokens: 1000 }, { inputPerMTok: 0.02 }, 20, 20],
    ['images', { inputTokens: 10, images: 3 }, { perImage: 0.04 }, 120_000, 120_000],
    ['characters', { inputTokens: 0, characters: 1000 }, { perMChar: 15 }, 15_000, 15_000],
    ['searches', { inputTokens: 10, searchUnits: 2 }, { perSearch: 0.002 }, 4000, 4000],
    ['video', { inputTokens: 10, videoSeconds: 8 }, { perSecondVideo: 0.1 }, 800_000, 800_000],
    ['a request', { inputTokens: 10 }, { perRequest: 0.01 }, 10_000, 10_000],
    ['images without a price', { inputTokens: 10, images: 2 }, { inputPerMTok: 1 }, 10, 10],
    ['nothing', { inputTokens: 0 }, {}, 0, 0],
  ])('%s', (_, size, price, certainMicroUsd, likelyMicroUsd) => {
    expect(maxMicroUsd(size, price)).toEqual({ certainMicroUsd, likelyMicroUsd });
  });

  it('supports tiers, service tiers and sizes', () => {
    const price: Price = {
      inputPerMTok: 2,
      outputPerMTok: 10,
      tiers: [{ aboveInputTokens: 1000, inputPerMTok: 4, outputPerMTok: 15 }],
      batch: { inputPerMTok: 1, outputPerMTok: 5 },
      perImage: { 'high 1024x1024': 0.1, default: 0.01 },
    };
    expect(maxMicroUsd({ inputTokens: 2000, maxOutputTokens: 100 }, price)).toEqual({
      certainMicroUsd: 8000,
      likelyMicroUsd: 9500,
    });
    expect(maxMicroUsd({ inputTokens: 100, maxOutputTokens: 100 }, price, { serviceTier: 'flex' })).toEqual({
      certainMicroUsd: 100,
      likelyMicroUsd: 600,
    });
    const context = { imageSize: '1024x1024', imageQuality: 'high' };
    expect(maxMicroUsd({ inputTokens: 0, images: 2 }, price, context).certainMicroUsd).toBe(200_000);
  });

  it('is never less than the cost of such a request', () => {
    const tokens = fc.nat({ max: 1_000_000 });
    const used = fc.record({
      inputTokens: tokens,
      cachedInputTokens: tokens,
      cacheWriteTokens: tokens,
      cacheWrite1hTokens: tokens,
      outputTokens: tokens,
      reasoningTokens: tokens,
      audioOutputTokens: tokens,
      imageOutputTokens: tokens,
    });
    const dear: Price = {
      ...chat,
      cacheWritePerMTok: 3.75,
      cacheWrite1hPerMTok: 6,
      reasoningPerMTok: 20,
      audioOutputPerMTok: 64,
      imageOutputPerMTok: 40,
      priority: { inputPerMTok: 6, outputPerMTok: 30, reasoningPerMTok: 80 },
    };
    const prices = fc.constantFrom(chat, dear);
    fc.assert(
      fc.property(used, prices, fc.constantFrom('priority', undefined), (counts, price, serviceTier) => {
        const context = price === dear ? { serviceTier } : {};
        const { cachedInputTokens, cacheWriteTokens, cacheWrite1hTokens } = counts;
        const { audioOutputTokens, imageOutputTokens } = counts;
        // Upstreams include the parts in the total.
        const written = Math.max(cacheWriteTokens, cacheWrite1hTokens);
        const inputTokens = Math.max(counts.inputTokens, cachedInputTokens + written);
        const maxOutputTokens = Math.max(counts.outputTokens, audioOutputTokens + imageOutputTokens);
        const max = maxMicroUsd({ inputTokens, maxOutputTokens }, price, context);
        expect(max.likelyMicroUsd).toBeGreaterThanOrEqual(costMicroUsd(counts, price, context) ?? Infinity);
        expect(max.certainMicroUsd).toBeLessThanOrEqual(max.likelyMicroUsd);
      }),
    );
  });
});
