import { type PriceList, listedOn } from './listed-price.js';

const MODEL_PAGES = 'https://developers.openai.com/api/docs/models';
const LITELLM = 'https://github.com/BerriAI/litellm/blob/main/model_prices_and_context_window.json';

const REALTIME: PriceList = {
  ...listedOn(`${MODEL_PAGES}/gpt-realtime-2.1`, '2026-11-15', {
    'gpt-realtime-2.1': {
      inputPerMTok: 4,
      cachedInputPerMTok: 0.4,
      outputPerMTok: 24,
      audioInputPerMTok: 32,
      audioOutputPerMTok: 64,
      imageInputPerMTok: 5,
    },
  }),
  ...listedOn(`${MODEL_PAGES}/gpt-realtime-2.1-mini`, '2026-11-15', {
    'gpt-realtime-2.1-mini': {
      inputPerMTok: 0.6,
      // That of audio. Cached text is cheaper, but counts do not tell them apart.
      cachedInputPerMTok: 0.3,
      outputPerMTok: 2.4,
      audioInputPerMTok: 10,
      audioOutputPerMTok: 20,
      imageInputPerMTok: 0.8,
    },
  }),
  ...listedOn(`${MODEL_PAGES}/gpt-realtime-2`, '2026-11-15', {
    'gpt-realtime-2': {
      inputPerMTok: 4,
      cachedInputPerMTok: 0.4,
      outputPerMTok: 24,
      audioInputPerMTok: 32,
      audioOutputPerMTok: 64,
      imageInputPerMTok: 5,
    },
  }),
  ...listedOn(`${MODEL_PAGES}/gpt-realtime-1.5`, '2026-11-15', {
    'gpt-realtime-1.5': {
      inputPerMTok: 4,
      cachedInputPerMTok: 0.4,
      outputPerMTok: 16,
      audioInputPerMTok: 32,
      audioOutputPerMTok: 64,
      imageInputPerMTok: 5,
    },
  }),
  ...listedOn(LITELLM, '2026-08-05', {
    'gpt-realtime': {
      inputPerMTok: 4,
      cachedInputPerMTok: 0.4,
      outputPerMTok: 16,
      audioInputPerMTok: 32,
      audioOutputPerMTok: 64,
    },
    'gpt-realtime-mini': {
      inputPerMTok: 0.6,
      cachedInputPerMTok: 0.3,
      outputPerMTok: 2.4,
      audioInputPerMTok: 10,
      audioOutputPerMTok: 20,
    },
    'gpt-audio': {
      inputPerMTok: 2.5,
      outputPerMTok: 10,
      audioInputPerMTok: 32,
      audioOutputPerMTok: 64,
    },
    'gpt-audio-1.5': {
      inputPerMTok: 2.5,
      outputPerMTok: 10,
      audioInputPerMTok: 32,
      audioOutputPerMTok: 64,
    },
    'gpt-audio-mini': {
      inputPerMTok: 0.6,
      outputPerMTok: 2.4,
      audioInputPerMTok: 10,
      audioOutputPerMTok: 20,
    },
  }),
};

const SPEECH: PriceList = {
  ...listedOn(`${MODEL_PAGES}/tts-1`, '2026-11-15', { 'tts-1': { perMChar: 15 } }),
  ...listedOn(`${MODEL_PAGES}/tts-1-hd`, '2026-11-15', { 'tts-1-hd': { perMChar: 30 } }),
  ...listedOn(`${MODEL_PAGES}/gpt-4o-mini-tts`, '2026-11-15', {
    'gpt-4o-mini-tts': { inputPerMTok: 0.6, outputPerMTok: 12 },
  }),
};

const TRANSCRIPTION: PriceList = {
  ...listedOn(`${MODEL_PAGES}/whisper-1`, '2026-11-15', { 'whisper-1': { perMinuteAudio: 0.006 } }),
  ...listedOn(`${MODEL_PAGES}/gpt-transcribe`, '2026-11-15', {
    'gpt-transcribe': { perMinuteAudio: 0.0045 },
  }),
  ...listedOn(`${MODEL_PAGES}/gpt-realtime-whisper`, '2026-11-15', {
    'gpt-realtime-whisper': { perMinuteAudio: 0.017 },
  }),
  ...listedOn(`${MODEL_PAGES}/gpt-4o-transcribe`, '2026-11-15', {
    'gpt-4o-transcribe': { inputPerMTok: 2.5, outputPerMTok: 10 },
  }),
  ...listedOn(`${MODEL_PAGES}/gpt-4o-mini-transcribe`, '2026-11-15', {
    'gpt-4o-mini-transcribe': { inputPerMTok: 1.25, outputPerMTok: 5 },
  }),
  ...listedOn(LITELLM, '2026-08-05', {
    'gpt-4o-transcribe-diarize': { inputPerMTok: 2.5, outputPerMTok: 10 },
  }),
};

/** Their output is images alone. */
const IMAGES: PriceList = {
  ...listedOn('https://apifox.com/apiskills/gpt-image-2-5-api-cn/', '2026-09-09', {
    'gpt-image-2.5-flare': { inputPerMTok: 5, imageInputPerMTok: 8, outputPerMTok: 30 },
    'gpt-image-2.5-sunburst': { inputPerMTok: 5, imageInputPerMTok: 8, outputPerMTok: 30 },
  }),
  ...listedOn(LITELLM, '2026-08-05', {
    'gpt-image-2': { inputPerMTok: 5, cachedInputPerMTok: 1.25, imageInputPerMTok: 8, outputPerMTok: 30 },
    'gpt-image-1.5': { inputPerMTok: 5, cachedInputPerMTok: 1.25, imageInputPerMTok: 8, outputPerMTok: 32 },
    'gpt-image-1-mini': {
      inputPerMTok: 2,
      cachedInputPerMTok: 0.2,
      imageInputPerMTok: 2.5,
      outputPerMTok: 8,
    },
  }),
};

const EMBEDDINGS: PriceList = {
  ...listedOn(`${MODEL_PAGES}/text-embedding-3-large`, '2026-11-15', {
    'text-embedding-3-large': { inputPerMTok: 0.13 },
  }),
  ...listedOn(LITELLM, '2026-08-05', {
    'text-embedding-3-small': { inputPerMTok: 0.02, batch: { inputPerMTok: 0.01 } },
    'text-embedding-ada-002': { inputPerMTok: 0.1 },
  }),
};

/** Free of charge. */
const MODERATION: PriceList = listedOn(`${MODEL_PAGES}/omni-moderation-latest`, '2026-11-15', {
  'omni-moderation': { perRequest: 0 },
});

export const OPENAI_MEDIA_PRICES: PriceList = {
  ...REALTIME,
  ...SPEECH,
  ...TRANSCRIPTION,
  ...IMAGES,
  ...EMBEDDINGS,
  ...MODERATION,
};
