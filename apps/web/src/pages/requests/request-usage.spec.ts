import { describe, expect, it } from '@jest/globals';
import type { components } from '../../api/schema.js';
import { usageInShort, usedAmounts } from './request-usage.js';

type Counts = components['schemas']['CountsView'];

const NOTHING: Counts = {
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
  it('names what was counted, and nothing else', () => {
    const counts = { ...NOTHING, output_tokens: 20, input_tokens: 10, cached_input_tokens: 0 };
    expect(usedAmounts(counts).map(({ label, amount }) => `${label}: ${amount}`)).toEqual([
      'Input tokens: 10',
      'Cached input tokens: 0',
      'Output tokens: 20',
    ]);
  });
});

describe('usageInShort', () => {
  it('tells tokens in and out', () => {
    expect(usageInShort({ ...NOTHING, input_tokens: 1_234, output_tokens: 56 })).toBe('1,234 in · 56 out');
  });

  it('tells what is no token before tokens', () => {
    expect(usageInShort({ ...NOTHING, images: 2, input_tokens: 9 })).toBe('2 images');
    expect(usageInShort({ ...NOTHING, video_seconds: 4 })).toBe('4.00 s');
    expect(usageInShort({ ...NOTHING, search_units: 1 })).toBe('1 search');
    expect(usageInShort({ ...NOTHING, characters: 1, input_tokens: 3 })).toBe('1 character');
  });

  it('says so where nothing was counted', () => {
    expect(usageInShort(NOTHING)).toBe('–');
  });
});
