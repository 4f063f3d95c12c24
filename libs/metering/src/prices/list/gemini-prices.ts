import { withHalfPriceBatch } from './halved.js';
import { type PriceList, listedOn } from './listed-price.js';

const LONG = 200_000;

const GENAI_PRICES = 'https://github.com/pydantic/genai-prices/blob/main/prices/providers/google.yml';
const LITELLM = 'https://github.com/BerriAI/litellm/blob/main/model_prices_and_context_window.json';

/** Promised until the end of 2026. */
const FLASH_SINCE_3_6 = { inputPerMTok: 0.75, cachedInputPerMTok: 0.075, outputPerMTok: 3.75 };

const CHAT: PriceList = {
  ...listedOn('https://github.com/BerriAI/litellm/discussions/39357', '2026-11-15', {
    'gemini-3.8-flash': withHalfPriceBatch(FLASH_SINCE_3_6),
  }),
  ...listedOn(GENAI_PRICES, '2026-08-13', {
    'gemini-3.7-flash': FLASH_SINCE_3_6,
    'gemini-3.6-flash': FLASH_SINCE_3_6,
  }),
  ...listedOn(GENAI_PRICES, '2026-05-19', {
    'gemini-3.5-flash': { inputPerMTok: 1.5, cachedInputPerMTok: 0.15, outputPerMTok: 9 },
  }),
  ...listedOn(GENAI_PRICES, '2025-12-19', {
    'gemini-3-flash-preview': {
      inputPerMTok: 0.5,
      cachedInputPerMTok: 0.05,
      outputPerMTok: 3,
      audioInputPerMTok: 1,
    },
  }),
  ...listedOn(GENAI_PRICES, '2025-10-31', {
    'gemini-2.5-pro': {
      inputPerMTok: 1.25,
      cachedInputPerMTok: 0.125,
      outputPerMTok: 10,
      tiers: [{ aboveInputTokens: LONG, inputPerMTok: 2.5, cachedInputPerMTok: 0.25, outputPerMTok: 15 }],
    },
    'gemini-2.5-flash': {
      inputPerMTok: 0.3,
      cachedInputPerMTok: 0.03,
      outputPerMTok: 2.5,
      audioInputPerMTok: 1,
    },
    'gemini-2.5-flash-lite': {
      inputPerMTok: 0.1,
      cachedInputPerMTok: 0.01,
      outputPerMTok: 0.4,
      audioInputPerMTok: 0.3,
    },
  }),
  ...listedOn(LITELLM, '2026-08-05', {
    'gemini-3.5-flash-lite': {
      inputPerMTok: 0.3,
      cachedInputPerMTok: 0.03,
      outputPerMTok: 2.5,
      batch: { inputPerMTok: 0.15, cachedInputPerMTok: 0.02, outputPerMTok: 1.25 },
    },
    'gemini-3.1-flash-lite': {
      inputPerMTok: 0.25,
      cachedInputPerMTok: 0.025,
      outputPerMTok: 1.5,
      audioInputPerMTok: 0.5,
      batch: { inputPerMTok: 0.125, cachedInputPerMTok: 0.0125, outputPerMTok: 0.75 },
    },
    'gemini-3.1-pro-preview': {
      inputPerMTok: 2,
      cachedInputPerMTok: 0.2,
      outputPerMTok: 12,
      tiers: [{ aboveInputTokens: LONG, inputPerMTok: 4, cachedInputPerMTok: 0.4, outputPerMTok: 18 }],
      batch: { inputPerMTok: 1, outputPerMTok: 6 },
    },
  }),
};

const REALTIME: PriceList = listedOn(GENAI_PRICES, '2026-07-22', {
  'gemini-3.1-flash-live-preview': {
    inputPerMTok: 0.75,
    outputPerMTok: 4.5,
    audioInputPerMTok: 3,
    audioOutputPerMTok: 12,
    imageInputPerMTok: 1,
  },
});

const EMBEDDINGS: PriceList = {
  ...listedOn(GENAI_PRICES, '2026-07-22', {
    'gemini-embedding-2': { inputPerMTok: 0.2, imageInputPerMTok: 0.45, audioInputPerMTok: 6.5 },
  }),
  ...listedOn(LITELLM, '2026-08-05', { 'gemini-embedding-001': { inputPerMTok: 0.15 } }),
};

const IMAGES: PriceList = listedOn(LITELLM, '2026-08-05', {
  'imagen-4.0-fast-generate-001': { perImage: 0.02 },
  'imagen-4.0-generate-001': { perImage: 0.04 },
  'imagen-4.0-ultra-generate-001': { perImage: 0.06 },
});

const VIDEO: PriceList = listedOn(LITELLM, '2026-08-05', {
  'veo-3.1-generate-001': { perSecondVideo: 0.4 },
  'veo-3.1-generate-preview': { perSecondVideo: 0.4 },
  'veo-3.1-fast-generate-001': { perSecondVideo: 0.15 },
  'veo-3.1-fast-generate-preview': { perSecondVideo: 0.15 },
  'veo-3.1-lite-generate-preview': {
    perSecondVideo: { '1920x1080': 0.08, '1080x1920': 0.08, default: 0.05 },
  },
});

export const GEMINI_PRICES: PriceList = { ...CHAT, ...REALTIME, ...EMBEDDINGS, ...IMAGES, ...VIDEO };
