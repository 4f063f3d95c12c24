import { describe, expect, it } from '@jest/globals';
import { type Rates } from './model-queries.js';
import { priceLines, priceSummary } from './price-lines.js';

const BY_SIZE = { per_image: { '512x512': 0.02, default: 0.04 } } as unknown as Rates;

describe('a price', () => {
  it('has a line for every rate', () => {
    const rates: Rates = {
      input_per_m_tok: 0.25,
      output_per_m_tok: 2,
      tiers: [{ above_input_tokens: 200_000, input_per_m_tok: 0.5 }],
      batch: { output_per_m_tok: 1 },
      priority: {
        cache_write_1h_per_m_tok: 4,
        tiers: [{ above_input_tokens: 200_000, cache_write_1h_per_m_tok: 8 }],
      },
      per_web_search: 0.01,
    };
    expect(priceLines(rates)).toEqual([
      { label: 'Input', amount: '$0.25', unit: 'per 1M tokens' },
      { label: 'Output', amount: '$2.00', unit: 'per 1M tokens' },
      { label: 'Web search', amount: '$0.01', unit: 'per search' },
      { label: 'Input above 200K tokens', amount: '$0.50', unit: 'per 1M tokens' },
      { label: 'Output, batch', amount: '$1.00', unit: 'per 1M tokens' },
      { label: 'Cache write (1 hour), priority', amount: '$4.00', unit: 'per 1M tokens' },
      {
        label: 'Cache write (1 hour) above 200K tokens, priority',
        amount: '$8.00',
        unit: 'per 1M tokens',
      },
    ]);
  });

  it('has a line for every size', () => {
    expect(priceLines(BY_SIZE)).toEqual([
      { label: 'Image', amount: '$0.04', unit: 'per image' },
      { label: 'Image 512x512', amount: '$0.02', unit: 'per image' },
    ]);
  });

  it('is summarized by its main rates', () => {
    expect(priceSummary({ input_per_m_tok: 0.25, output_per_m_tok: 2 })).toBe(
      '$0.25 in, $2.00 out per 1M tokens',
    );
    expect(priceSummary({ per_m_char: 15 })).toBe('$15.00 per 1M characters');
    expect(priceSummary(BY_SIZE)).toBe('$0.04 per image and 1 more');
    expect(priceSummary({})).toBe('free');
    expect(priceSummary({ per_request: 0 })).toBe('free');
  });
});
