import { describe, expect, it } from '@jest/globals';
import { type UsageCounts } from '../usage/usage-event.js';
import { costMicroUsd } from './cost.js';
import { type Price, type PriceContext } from './price.js';

type Row = [name: string, counts: UsageCounts, price: Price, expected: number | undefined];

const plain = { inputPerMTok: 3, outputPerMTok: 15 };
const cached = { ...plain, cachedInputPerMTok: 0.3, cacheWritePerMTok: 3.75 };
const audio = { ...plain, cachedInputPerMTok: 0.3, audioInputPerMTok: 32, audioOutputPerMTok: 64 };

describe('the cost of tokens', () => {
  it.each<Row>([
    ['input and output', { inputTokens: 1000, outputTokens: 500 }, plain, 3000 + 7500],
    ['reasoning is output', { outputTokens: 500, reasoningTokens: 400 }, plain, 7500],
    ['cached input', { inputTokens: 1000, cachedInputTokens: 800 }, cached, 600 + 240],
    ['writes to the cache', { inputTokens: 1000, cacheWriteTokens: 800 }, cached, 600 + 3000],
    [
      'cached, written and plain input',
      { inputTokens: 1000, cachedInputTokens: 500, cacheWriteTokens: 300 },
      cached,
      150 + 1125 + 600,
    ],
    [
      'writes with a lifetime of one hour',
      { inputTokens: 1000, cacheWriteTokens: 800, cacheWrite1hTokens: 500 },
      { ...cached, cacheWrite1hPerMTok: 6 },
      600 + 1125 + 3000,
    ],
    [
      'writes with a lifetime of one hour, without a rate for them',
      { inputTokens: 1000, cacheWriteTokens: 800, cacheWrite1hTokens: 500 },
      cached,
      600 + 3000,
    ],
    [
      'writes with a lifetime of one hour, without a rate for any writes',
      { inputTokens: 1000, cacheWriteTokens: 800, cacheWrite1hTokens: 500 },
      plain,
      3000,
    ],
    [
      'reasoning with a rate of its own',
      { outputTokens: 500, reasoningTokens: 400 },
      { ...plain, reasoningPerMTok: 20 },
      1500 + 8000,
    ],
    ['more reasoning than output', { outputTokens: 500, reasoningTokens: 900 }, plain, 7500],
    [
      'image output',
      { outputTokens: 1400, imageOutputTokens: 1290 },
      { ...plain, imageOutputPerMTok: 30 },
      1650 + 38_700,
    ],
    ['image output without a rate', { outputTokens: 100, imageOutputTokens: 90 }, plain, 1500],
    ['cached input without a rate', { inputTokens: 1000, cachedInputTokens: 800 }, plain, 3000],
    ['writes without a rate', { inputTokens: 1000, cacheWriteTokens: 800 }, plain, 3000],
    ['audio input', { inputTokens: 100, audioInputTokens: 90 }, audio, 30 + 2880],
    ['audio output', { outputTokens: 100, audioOutputTokens: 90 }, audio, 150 + 5760],
    ['audio without a rate', { inputTokens: 100, audioInputTokens: 90 }, plain, 300],
    ['audio alone', { audioInputTokens: 10, audioOutputTokens: 10 }, audio, 320 + 640],
    [
      'cached audio, charged once',
      { inputTokens: 100, audioInputTokens: 100, cachedInputTokens: 100 },
      audio,
      30,
    ],
    [
      'partly cached audio',
      { inputTokens: 100, audioInputTokens: 100, cachedInputTokens: 60 },
      audio,
      18 + 1280,
    ],
    [
      'image input',
      { inputTokens: 100, imageInputTokens: 60 },
      { ...plain, imageInputPerMTok: 10 },
      120 + 600,
    ],
    ['parts that exceed the total', { inputTokens: 10, cachedInputTokens: 20 }, cached, 6],
    ['a fraction is rounded up', { inputTokens: 1 }, { inputPerMTok: 0.075 }, 1],
    [
      'the sum of fractions is rounded up',
      { inputTokens: 1, outputTokens: 1 },
      { inputPerMTok: 0.5, outputPerMTok: 0.5 },
      1,
    ],
    [
      'no floating-point noise',
      { inputTokens: 3, outputTokens: 1 },
      { inputPerMTok: 0.1, outputPerMTok: 0.7 },
      1,
    ],
    ['a rate of many digits', { inputTokens: 1_000_000 }, { inputPerMTok: 1.000_000_1 }, 1_000_001],
    ['nothing', {}, plain, 0],
    ['zeros', { inputTokens: 0, outputTokens: 0, images: 0 }, plain, 0],
    ['invalid counts', { inputTokens: Number.NaN, outputTokens: -5, characters: Infinity }, plain, 0],
  ])('%s', (_, counts, price, expected) => {
    expect(costMicroUsd(counts, price)).toBe(expected);
  });
});

describe('the cost of other things', () => {
  it.each<Row>([
    ['images', { images: 3 }, { perImage: 0.04 }, 120_000],
    ['seconds of video', { videoSeconds: 5.042 }, { perSecondVideo: 0.1 }, 504_200],
    ['minutes of audio', { audioSeconds: 90 }, { perMinuteAudio: 0.006 }, 9000],
    ['a third of a second', { audioSeconds: 100 / 3 }, { perMinuteAudio: 0.006 }, 3334],
    ['characters', { characters: 1200 }, { perMChar: 15 }, 18_000],
    ['searches', { searchUnits: 2 }, { perSearch: 0.0025 }, 5000],
    [
      'tokens, web searches and containers',
      { inputTokens: 1000, webSearches: 3, codeSessions: 2 },
      { ...plain, perWebSearch: 0.01, perCodeSession: 0.03 },
      3000 + 30_000 + 60_000,
    ],
    [
      'a request with any number of searches',
      { inputTokens: 1000, webSearches: 3 },
      { ...plain, perSearchedRequest: 0.035 },
      3000 + 35_000,
    ],
    [
      'web searches and containers without a price',
      { inputTokens: 1000, webSearches: 3, codeSessions: 2 },
      plain,
      3000,
    ],
    ['a request', { inputTokens: 10 }, { perRequest: 0.01 }, 10_000],
    ['a request and tokens', { inputTokens: 1000 }, { perRequest: 0.01, inputPerMTok: 3 }, 13_000],
    [
      'tokens and searches',
      { inputTokens: 1000, searchUnits: 1 },
      { inputPerMTok: 3, perSearch: 0.01 },
      13_000,
    ],
    ['a price of 0', { inputTokens: 10 }, { perRequest: 0 }, 0],
    ['an image priced by token', { outputTokens: 1000, images: 1 }, { outputPerMTok: 40 }, 40_000],
    [
      'an image priced per image, with tokens',
      { inputTokens: 9, outputTokens: 9, images: 1 },
      { perImage: 0.04 },
      40_000,
    ],
    [
      'speech priced by character, with a duration',
      { characters: 1000, audioSeconds: 60 },
      { perMChar: 15 },
      15_000,
    ],
  ])('%s', (_, counts, price, expected) => {
    expect(costMicroUsd(counts, price)).toBe(expected);
  });

  const perImage = { '1024x1024': 0.04, 'hd 1024x1024': 0.08, 'hd 1792x1024': 0.12, default: 0.02 };

  it.each<[PriceContext, number]>([
    [{}, 20_000],
    [{ imageSize: '1024x1024' }, 40_000],
    [{ imageSize: '1024x1024', imageQuality: 'hd' }, 80_000],
    [{ imageSize: '1024x1024', imageQuality: 'standard' }, 40_000],
    [{ imageSize: '1792x1024', imageQuality: 'hd' }, 120_000],
    [{ imageSize: '1792x1024' }, 20_000],
    [{ imageSize: 'auto', imageQuality: 'hd' }, 20_000],
    [{ imageSize: 'constructor' }, 20_000],
    [{ imageQuality: 'hd' }, 20_000],
  ])('an image of %j', (context, expected) => {
    expect(costMicroUsd({ images: 1 }, { perImage }, context)).toBe(expected);
  });

  it.each<[string | undefined, number]>([
    ['1280x720', 100_000],
    ['1920x1080', 150_000],
    ['__proto__', 150_000],
    [undefined, 150_000],
  ])('a second of video of size %s', (videoSize, expected) => {
    const price = { perSecondVideo: { '1280x720': 0.1, default: 0.15 } };
    expect(costMicroUsd({ videoSeconds: 1 }, price, { videoSize })).toBe(expected);
  });
});

describe('an unknown cost', () => {
  it.each<[name: string, counts: UsageCounts, price: Price]>([
    ['no price at all', { inputTokens: 1 }, {}],
    ['no price and nothing used', {}, {}],
    ['output without a rate', { inputTokens: 1, outputTokens: 1 }, { inputPerMTok: 3 }],
    ['input without a rate', { inputTokens: 1, outputTokens: 1 }, { outputPerMTok: 3 }],
    [
      'output without a rate, with a price per request',
      { outputTokens: 1 },
      { inputPerMTok: 3, perRequest: 1 },
    ],
    [
      'text output with a rate only for audio',
      { outputTokens: 2, audioOutputTokens: 1 },
      { inputPerMTok: 1, audioOutputPerMTok: 2 },
    ],
    ['images priced by token, without tokens', { images: 1 }, { outputPerMTok: 40 }],
    ['tokens priced by duration', { inputTokens: 5 }, { perMinuteAudio: 0.006 }],
    ['video priced by image', { videoSeconds: 5 }, { perImage: 1 }],
  ])('%s', (_, counts, price) => {
    expect(costMicroUsd(counts, price)).toBeUndefined();
  });
});

describe('tiers and service tiers', () => {
  const price: Price = {
    inputPerMTok: 2,
    cachedInputPerMTok: 0.2,
    outputPerMTok: 10,
    tiers: [
      { aboveInputTokens: 1000, inputPerMTok: 4, outputPerMTok: 15 },
      { aboveInputTokens: 2000, inputPerMTok: 8, cachedInputPerMTok: 0.8 },
    ],
    batch: { inputPerMTok: 1, outputPerMTok: 5 },
  };

  it.each<[name: string, counts: UsageCounts, expected: number]>([
    ['at the limit, the base rates apply', { inputTokens: 1000, outputTokens: 100 }, 2000 + 1000],
    [
      'above the limit, the tier applies to all tokens',
      { inputTokens: 1001, outputTokens: 100 },
      4004 + 1500,
    ],
    [
      'rates that the tier does not state are the base rates',
      { inputTokens: 1001, cachedInputTokens: 1001 },
      201,
    ],
    ['the highest tier applies', { inputTokens: 2001, outputTokens: 100 }, 16_008 + 1000],
    ['cached tokens count for the limit', { inputTokens: 2001, cachedInputTokens: 2000 }, 1600 + 8],
    ['output tokens do not count for the limit', { inputTokens: 10, outputTokens: 5000 }, 20 + 50_000],
  ])('%s', (_, counts, expected) => {
    expect(costMicroUsd(counts, price)).toBe(expected);
  });

  it.each<[serviceTier: string | undefined, expected: number]>([
    ['batch', 100 + 500],
    ['flex', 100 + 500],
    ['default', 200 + 1000],
    [undefined, 200 + 1000],
  ])('in the service tier %s', (serviceTier, expected) => {
    expect(costMicroUsd({ inputTokens: 100, outputTokens: 100 }, price, { serviceTier })).toBe(expected);
  });

  it.each(['priority', 'fast', 'ultrafast', 'scale'])('is unknown in the service tier %s', (serviceTier) => {
    expect(costMicroUsd({ inputTokens: 100 }, price, { serviceTier })).toBeUndefined();
  });

  it.each<[serviceTier: string, inputTokens: number, expected: number]>([
    ['batch', 100, 100 + 500],
    ['flex', 100, 80 + 500],
    ['priority', 100, 500 + 2000],
    // The tiers of the price apply here, but no rate is lower than that of a short request.
    ['priority', 1500, 7500 + 2000],
    ['priority', 2500, 20_000 + 2000],
  ])('in the service tier %s with rates of its own, for %i tokens', (serviceTier, inputTokens, expected) => {
    const tiered = {
      ...price,
      flex: { inputPerMTok: 0.8, outputPerMTok: 5 },
      priority: { inputPerMTok: 5, outputPerMTok: 20 },
    };
    expect(costMicroUsd({ inputTokens, outputTokens: 100 }, tiered, { serviceTier })).toBe(expected);
  });

  it('uses the tiers of the price for a long batch request, unless the batch has tiers of its own', () => {
    const long = { inputTokens: 1500 };
    const tiered = {
      ...price,
      batch: { ...price.batch, tiers: [{ aboveInputTokens: 1000, inputPerMTok: 3 }] },
    };
    expect(costMicroUsd(long, price, { serviceTier: 'batch' })).toBe(6000);
    expect(costMicroUsd(long, tiered, { serviceTier: 'batch' })).toBe(4500);
    expect(costMicroUsd(long, tiered)).toBe(6000);
  });

  it('uses the base rates for a batch without rates of its own', () => {
    expect(costMicroUsd({ inputTokens: 100 }, plain, { serviceTier: 'batch' })).toBe(300);
  });
});
