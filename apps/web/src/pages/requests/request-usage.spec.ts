import { describe, expect, it } from '@jest/globals';
import type { components } from '../../api/schema.js';
import { summarizeUsage, usedAmounts } from './request-usage.js';

type Counts = components['schemas']['CountsView'];

const NO_USAGE: Counts = {
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

describe('usedAmounts', () => {
  it('lists only amounts that were recorded', () => {
    const counts = { ...NO_USAGE, output_tokens: 20, input_tokens: 10, cached_input_tokens: 0 };
    expect(usedAmounts(counts).map(({ label, amount }) => `${label}: ${amount}`)).toEqual([
      'Input tokens: 10',
      'Cached input tokens: 0',
      'Output tokens: 20',
    ]);
  });
});

describe('summarizeUsage', () => {
  it('shows input and output tokens', () => {
    expect(summarizeUsage({ ...NO_USAGE, input_tokens: 1_234, output_tokens: 56 })).toBe('1,234 in · 56 out');
  });

  it('prefers other units to tokens', () => {
    expect(summarizeUsage({ ...NO_USAGE, images: 2, input_tokens: 9 })).toBe('2 images');
    expect(summarizeUsage({ ...NO_USAGE, video_seconds: 4 })).toBe('4.00 s');
    expect(summarizeUsage({ ...NO_USAGE, search_units: 1 })).toBe('1 search');
    expect(summarizeUsage({ ...NO_USAGE, characters: 1, input_tokens: 3 })).toBe('1 character');
  });

  it('shows a dash if nothing was recorded', () => {
    expect(summarizeUsage(NO_USAGE)).toBe('–');
  });
});
