import { describe, expect, it } from '@jest/globals';
import { readOtherRates, toSettings, toValues } from './model-form-values.js';
import { type Model } from './model-queries.js';

const BUILT_IN: Model = {
  id: 'gpt-5-mini',
  served: true,
  stand_in: false,
  capabilities_from: 'catalogue',
  capabilities: ['chat'],
  price: {
    rates: { input_per_m_tok: 0.25, batch: { input_per_m_tok: 0.125 } },
    origin: 'built-in',
    source: null,
    as_of: null,
    version: 'v1',
  },
  channels: [],
  settings: null,
  origin: null,
  read_only: false,
  updated_at: null,
};

const NO_SETTINGS = {
  price: null,
  capabilities: null,
  fallbacks: null,
  strategy: null,
  hedge_ms: null,
  timeouts: null,
  deadline_minutes: null,
  realtime: null,
};

describe('the form of a model', () => {
  it('sends null for settings that are not set', () => {
    expect(toSettings(toValues(BUILT_IN))).toEqual(NO_SETTINGS);
  });

  it('initializes a custom price with the current price, including nested rates', () => {
    const values = toValues(BUILT_IN);
    const rates = { ...values.rates, input_per_m_tok: 0.3 };
    expect(toSettings({ ...values, hasOwnPrice: true, rates })).toEqual({
      ...NO_SETTINGS,
      price: { input_per_m_tok: 0.3, batch: { input_per_m_tok: 0.125 } },
    });
  });

  it('converts settings to form values and back', () => {
    const settings = {
      ...NO_SETTINGS,
      price: { output_per_m_tok: 2 },
      fallbacks: ['other'],
      strategy: 'cost' as const,
      timeouts: { first_byte_ms: null, idle_ms: null, whole_ms: 1_200_000 },
      realtime: { transcribe_model: 'w', speech_model: null, voice: null },
    };
    expect(toSettings(toValues({ ...BUILT_IN, settings }))).toEqual(settings);
  });

  it('parses JSON objects and rejects other text', () => {
    expect(readOtherRates('')).toEqual({});
    expect(readOtherRates('{"per_image":0.04}')).toEqual({ per_image: 0.04 });
    expect(readOtherRates('[1]')).toBeUndefined();
    expect(readOtherRates('{')).toBeUndefined();
  });
});
