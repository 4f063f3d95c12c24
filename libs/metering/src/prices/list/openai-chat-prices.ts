import { withHalfPriceBatch } from './halved.js';
import { type PriceList, listedOn } from './listed-price.js';

const LONG = 272_000;

const MODEL_PAGES = 'https://developers.openai.com/api/docs/models';
const LITELLM = 'https://github.com/BerriAI/litellm/blob/main/model_prices_and_context_window.json';

const GPT_6: PriceList = {
  ...listedOn(`${MODEL_PAGES}/compare`, '2026-11-15', {
    'gpt-6-astra': withHalfPriceBatch({
      inputPerMTok: 10,
      cachedInputPerMTok: 1,
      cacheWritePerMTok: 12.5,
      outputPerMTok: 50,
      tiers: [
        {
          aboveInputTokens: LONG,
          inputPerMTok: 20,
          cachedInputPerMTok: 2,
          cacheWritePerMTok: 25,
          outputPerMTok: 75,
        },
      ],
    }),
  }),
  ...listedOn('https://www.w3cschool.cn/openai_api/openai-api-docs-gpt-6-1-sol.html', '2026-11-15', {
    'gpt-6.1-sol': withHalfPriceBatch({
      inputPerMTok: 2,
      cachedInputPerMTok: 0.1,
      cacheWritePerMTok: 2.5,
      outputPerMTok: 10,
      tiers: [
        {
          aboveInputTokens: LONG,
          inputPerMTok: 4,
          cachedInputPerMTok: 0.2,
          cacheWritePerMTok: 5,
          outputPerMTok: 15,
        },
      ],
    }),
  }),
  ...listedOn(`${MODEL_PAGES}/gpt-6-sol`, '2026-11-15', {
    'gpt-6-sol': withHalfPriceBatch({
      inputPerMTok: 2,
      cachedInputPerMTok: 0.2,
      cacheWritePerMTok: 2.5,
      outputPerMTok: 10,
      tiers: [
        {
          aboveInputTokens: LONG,
          inputPerMTok: 4,
          cachedInputPerMTok: 0.4,
          cacheWritePerMTok: 5,
          outputPerMTok: 15,
        },
      ],
    }),
  }),
  ...listedOn('https://github.com/merefield/codexometer/releases/tag/v0.18.4', '2026-09-22', {
    'gpt-6-luna': withHalfPriceBatch({
      inputPerMTok: 0.1,
      cachedInputPerMTok: 0.01,
      cacheWritePerMTok: 0.125,
      outputPerMTok: 0.5,
      tiers: [
        {
          aboveInputTokens: LONG,
          inputPerMTok: 0.2,
          cachedInputPerMTok: 0.02,
          cacheWritePerMTok: 0.25,
          outputPerMTok: 0.75,
        },
      ],
    }),
  }),
};

/** Promised until 21 November 2026 at least. */
const GPT_5_6_SOL = withHalfPriceBatch({
  inputPerMTok: 4,
  cachedInputPerMTok: 0.4,
  cacheWritePerMTok: 5,
  outputPerMTok: 20,
  tiers: [
    {
      aboveInputTokens: LONG,
      inputPerMTok: 8,
      cachedInputPerMTok: 0.8,
      cacheWritePerMTok: 10,
      outputPerMTok: 30,
    },
  ],
});

const GPT_5_6: PriceList = {
  ...listedOn(`${MODEL_PAGES}/gpt-5.6-sol`, '2026-11-15', {
    'gpt-5.6': GPT_5_6_SOL,
    'gpt-5.6-sol': GPT_5_6_SOL,
  }),
  ...listedOn(LITELLM, '2026-08-05', {
    'gpt-5.6-terra': withHalfPriceBatch({
      inputPerMTok: 2,
      cachedInputPerMTok: 0.2,
      cacheWritePerMTok: 2.5,
      outputPerMTok: 12,
      tiers: [
        {
          aboveInputTokens: LONG,
          inputPerMTok: 4,
          cachedInputPerMTok: 0.4,
          cacheWritePerMTok: 5,
          outputPerMTok: 18,
        },
      ],
    }),
  }),
  ...listedOn(`${MODEL_PAGES}/gpt-5.6-luna`, '2026-11-15', {
    'gpt-5.6-luna': withHalfPriceBatch({
      inputPerMTok: 0.2,
      cachedInputPerMTok: 0.02,
      cacheWritePerMTok: 0.25,
      outputPerMTok: 1.2,
      tiers: [
        {
          aboveInputTokens: LONG,
          inputPerMTok: 0.4,
          cachedInputPerMTok: 0.04,
          cacheWritePerMTok: 0.5,
          outputPerMTok: 1.8,
        },
      ],
    }),
  }),
};

const GPT_5: PriceList = {
  ...listedOn(LITELLM, '2026-08-05', {
    'gpt-5.5': {
      inputPerMTok: 5,
      cachedInputPerMTok: 0.5,
      outputPerMTok: 30,
      tiers: [{ aboveInputTokens: LONG, inputPerMTok: 10, cachedInputPerMTok: 1, outputPerMTok: 45 }],
      batch: { inputPerMTok: 2.5, cachedInputPerMTok: 0.25, outputPerMTok: 15 },
    },
    'gpt-5.5-pro': {
      inputPerMTok: 30,
      cachedInputPerMTok: 3,
      outputPerMTok: 180,
      tiers: [{ aboveInputTokens: LONG, inputPerMTok: 60, cachedInputPerMTok: 6, outputPerMTok: 270 }],
      batch: { inputPerMTok: 15, outputPerMTok: 90 },
    },
    'gpt-5.4': {
      inputPerMTok: 2.5,
      cachedInputPerMTok: 0.25,
      outputPerMTok: 15,
      tiers: [{ aboveInputTokens: LONG, inputPerMTok: 5, cachedInputPerMTok: 0.5, outputPerMTok: 22.5 }],
      batch: {
        inputPerMTok: 1.25,
        cachedInputPerMTok: 0.13,
        outputPerMTok: 7.5,
        tiers: [
          { aboveInputTokens: LONG, inputPerMTok: 2.5, cachedInputPerMTok: 0.25, outputPerMTok: 11.25 },
        ],
      },
    },
    'gpt-5.4-mini': withHalfPriceBatch({ inputPerMTok: 0.75, cachedInputPerMTok: 0.075, outputPerMTok: 4.5 }),
    'gpt-5.4-nano': withHalfPriceBatch({ inputPerMTok: 0.2, cachedInputPerMTok: 0.02, outputPerMTok: 1.25 }),
    'gpt-5.4-pro': {
      inputPerMTok: 30,
      cachedInputPerMTok: 3,
      outputPerMTok: 180,
      tiers: [{ aboveInputTokens: LONG, inputPerMTok: 60, cachedInputPerMTok: 6, outputPerMTok: 270 }],
      batch: { inputPerMTok: 15, outputPerMTok: 90 },
    },
    'gpt-5.3-codex': { inputPerMTok: 1.75, cachedInputPerMTok: 0.175, outputPerMTok: 14 },
    'gpt-5.2-codex': { inputPerMTok: 1.75, cachedInputPerMTok: 0.175, outputPerMTok: 14 },
    'gpt-5.2': { inputPerMTok: 1.75, cachedInputPerMTok: 0.175, outputPerMTok: 14 },
    'gpt-5.2-pro': { inputPerMTok: 21, outputPerMTok: 168 },
    'gpt-5.1-codex': { inputPerMTok: 1.25, cachedInputPerMTok: 0.125, outputPerMTok: 10 },
    'gpt-5.1-codex-mini': { inputPerMTok: 0.25, cachedInputPerMTok: 0.025, outputPerMTok: 2 },
    'gpt-5.1': { inputPerMTok: 1.25, cachedInputPerMTok: 0.125, outputPerMTok: 10 },
    'gpt-5': withHalfPriceBatch({ inputPerMTok: 1.25, cachedInputPerMTok: 0.125, outputPerMTok: 10 }),
    'gpt-5-mini': withHalfPriceBatch({ inputPerMTok: 0.25, cachedInputPerMTok: 0.025, outputPerMTok: 2 }),
    'gpt-5-pro': withHalfPriceBatch({ inputPerMTok: 15, outputPerMTok: 120 }),
  }),
  ...listedOn(`${MODEL_PAGES}/gpt-5-nano`, '2026-11-15', {
    'gpt-5-nano': withHalfPriceBatch({ inputPerMTok: 0.05, cachedInputPerMTok: 0.005, outputPerMTok: 0.4 }),
  }),
};

const OLDER: PriceList = {
  ...listedOn(LITELLM, '2026-08-05', {
    'gpt-4.1': {
      inputPerMTok: 2,
      cachedInputPerMTok: 0.5,
      outputPerMTok: 8,
      batch: { inputPerMTok: 1, outputPerMTok: 4 },
    },
    'gpt-4.1-mini': {
      inputPerMTok: 0.4,
      cachedInputPerMTok: 0.1,
      outputPerMTok: 1.6,
      batch: { inputPerMTok: 0.2, outputPerMTok: 0.8 },
    },
    'gpt-4.1-nano': {
      inputPerMTok: 0.1,
      cachedInputPerMTok: 0.025,
      outputPerMTok: 0.4,
      batch: { inputPerMTok: 0.05, outputPerMTok: 0.2 },
    },
    'gpt-4o': {
      inputPerMTok: 2.5,
      cachedInputPerMTok: 1.25,
      outputPerMTok: 10,
      batch: { inputPerMTok: 1.25, outputPerMTok: 5 },
    },
    'gpt-4o-2024-05-13': {
      inputPerMTok: 5,
      outputPerMTok: 15,
      batch: { inputPerMTok: 2.5, outputPerMTok: 7.5 },
    },
    'gpt-4o-mini': {
      inputPerMTok: 0.15,
      cachedInputPerMTok: 0.075,
      outputPerMTok: 0.6,
      batch: { inputPerMTok: 0.075, outputPerMTok: 0.3 },
    },
    'gpt-4-turbo': { inputPerMTok: 10, outputPerMTok: 30 },
    'gpt-3.5-turbo': { inputPerMTok: 0.5, outputPerMTok: 1.5 },
    'gpt-3.5-turbo-1106': { inputPerMTok: 1, outputPerMTok: 2 },
    'gpt-3.5-turbo-instruct': { inputPerMTok: 1.5, outputPerMTok: 2 },
    o1: { inputPerMTok: 15, cachedInputPerMTok: 7.5, outputPerMTok: 60 },
    o3: withHalfPriceBatch({ inputPerMTok: 2, cachedInputPerMTok: 0.5, outputPerMTok: 8 }),
    'o3-mini': { inputPerMTok: 1.1, cachedInputPerMTok: 0.55, outputPerMTok: 4.4 },
    'o3-pro': withHalfPriceBatch({ inputPerMTok: 20, outputPerMTok: 80 }),
    'o4-mini': withHalfPriceBatch({ inputPerMTok: 1.1, cachedInputPerMTok: 0.275, outputPerMTok: 4.4 }),
  }),
  ...listedOn(`${MODEL_PAGES}/gpt-4`, '2026-11-15', {
    'gpt-4': { inputPerMTok: 30, outputPerMTok: 60 },
  }),
};

export const OPENAI_CHAT_PRICES: PriceList = { ...GPT_6, ...GPT_5_6, ...GPT_5, ...OLDER };
