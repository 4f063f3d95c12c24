import { describe, expect, it } from '@jest/globals';
import { type components } from '../../api/schema.js';
import { getCostParts } from './cost-parts.js';

const NOTHING: components['schemas']['CountsView'] = {
  input_tokens: null,
  cached_input_tokens: null,
  cache_write_tokens: null,
  cache_write_1h_tokens: null,
  output_tokens: null,
  reasoning_tokens: null,
  audio_input_tokens: null,
  audio_output_tokens: null,
  image_input_tokens: null,
  image_output_tokens: null,
  images: null,
  audio_seconds: null,
  video_seconds: null,
  characters: null,
  search_units: null,
  web_searches: null,
  code_sessions: null,
};
const RATES = { input_per_m_tok: 2, cached_input_per_m_tok: 0.5, output_per_m_tok: 10 };

describe('getCostParts', () => {
  it('counts every token once, at the rate of its kind', () => {
    const counts = {
      ...NOTHING,
      input_tokens: 1_000_000,
      cached_input_tokens: 400_000,
      output_tokens: 100_000,
    };
    const parts = getCostParts(counts, RATES, 1.2 + 0.2 + 1);
    expect(parts?.map(({ what, amount, totalUsd }) => [what, amount, totalUsd])).toEqual([
      ['Input', 600_000, 1.2],
      ['Cached input', 400_000, 0.2],
      ['Output', 100_000, 1],
    ]);
  });

  it('knows the rates of long requests', () => {
    const rates = { ...RATES, tiers: [{ above_input_tokens: 200_000, input_per_m_tok: 4 }] };
    const counts = { ...NOTHING, input_tokens: 250_000 };
    expect(getCostParts(counts, rates, 1)).toMatchObject([{ what: 'Input', usd: 4, totalUsd: 1 }]);
  });

  it('counts what is no token', () => {
    const counts = { ...NOTHING, audio_seconds: 90 };
    expect(getCostParts(counts, { per_minute_audio: 0.006 }, 0.009)).toMatchObject([{ what: 'Audio' }]);
  });

  it('allows for the last digit, which is rounded up', () => {
    expect(
      getCostParts({ ...NOTHING, input_tokens: 1, cached_input_tokens: 1 }, RATES, 0.000_001),
    ).toBeDefined();
  });

  it('says nothing where it would not come to the cost', () => {
    expect(getCostParts({ ...NOTHING, input_tokens: 1_000 }, RATES, 5)).toBeUndefined();
    expect(getCostParts(NOTHING, RATES, 0)).toBeUndefined();
  });
});
