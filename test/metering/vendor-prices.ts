import { type Price } from '#config';

/* Prices of providers, each with its source. */

/** https://platform.claude.com/docs/en/about-claude/pricing */
export const SONNET_4_5: Price = {
  inputPerMTok: 3,
  cachedInputPerMTok: 0.3,
  cacheWritePerMTok: 3.75,
  cacheWrite1hPerMTok: 6,
  outputPerMTok: 15,
  batch: { inputPerMTok: 1.5, outputPerMTok: 7.5 },
  perWebSearch: 0.01,
};

/**
 * From the same page: fast mode is twice the usual price, and processing only in the US costs a tenth more, caches
 * included.
 */
export const OPUS_5: Price = {
  inputPerMTok: 5,
  cachedInputPerMTok: 0.5,
  cacheWritePerMTok: 6.25,
  cacheWrite1hPerMTok: 10,
  outputPerMTok: 25,
  fast: {
    inputPerMTok: 10,
    cachedInputPerMTok: 1,
    cacheWritePerMTok: 12.5,
    cacheWrite1hPerMTok: 20,
    outputPerMTok: 50,
  },
  geoFactors: { us: 1.1 },
};

/**
 * https://developers.openai.com/api/docs/pricing; priority from https://openai.com/api-priority-processing/, flex and
 * containers from LiteLLM's price file of 2026-08-08.
 */
export const GPT_5: Price = {
  inputPerMTok: 1.25,
  cachedInputPerMTok: 0.125,
  outputPerMTok: 10,
  flex: { inputPerMTok: 0.625, cachedInputPerMTok: 0.0625, outputPerMTok: 5 },
  priority: { inputPerMTok: 2.5, cachedInputPerMTok: 0.25, outputPerMTok: 20 },
  perWebSearch: 0.01,
  perCodeSession: 0.03,
};
/** LiteLLM's price file of 2026-08-08. */
export const GPT_AUDIO = {
  inputPerMTok: 2.5,
  outputPerMTok: 10,
  audioInputPerMTok: 32,
  audioOutputPerMTok: 64,
};

/** https://ai.google.dev/gemini-api/docs/pricing */
export const GEMINI_2_5_FLASH: Price = {
  inputPerMTok: 0.3,
  audioInputPerMTok: 1,
  outputPerMTok: 2.5,
  perSearchedRequest: 0.035,
};
export const GEMINI_3_FLASH = {
  inputPerMTok: 0.5,
  audioInputPerMTok: 1,
  outputPerMTok: 3,
  perWebSearch: 0.014,
};
export const GEMINI_2_5_FLASH_IMAGE = { inputPerMTok: 0.3, outputPerMTok: 2.5, imageOutputPerMTok: 30 };
export const GEMINI_2_5_PRO: Price = {
  inputPerMTok: 1.25,
  cachedInputPerMTok: 0.125,
  outputPerMTok: 10,
  tiers: [{ aboveInputTokens: 200_000, inputPerMTok: 2.5, cachedInputPerMTok: 0.25, outputPerMTok: 15 }],
};

/**
 * https://docs.x.ai/docs/models of 2025, when the sources of a live search were billed one by one, at 25 dollars a
 * thousand. The tokens are in LiteLLM's price file, too, except for the cached ones, which
 * https://apidog.com/jp/blog/how-to-access-grok-4-api-jp has.
 */
export const GROK_4 = { inputPerMTok: 3, cachedInputPerMTok: 0.75, outputPerMTok: 15, perWebSearch: 0.025 };
/** https://docs.perplexity.ai/guides/pricing */
export const SONAR_DEEP_RESEARCH = {
  inputPerMTok: 2,
  outputPerMTok: 8,
  reasoningPerMTok: 3,
  perWebSearch: 0.005,
};
