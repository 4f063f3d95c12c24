import { describe, expect, it } from '@jest/globals';
import { describePrice } from './list.command.js';

describe('a price for people', () => {
  it.each([
    [{ input_per_m_tok: 0.25, output_per_m_tok: 2 }, '0.25 in, 2.00 out a million tokens'],
    [{ input_per_m_tok: 0.02 }, '0.02 in a million tokens'],
    [{ per_image: { default: 0.04, '1x1': 0.01 } }, '0.01 to 0.04 an image'],
    [{ per_image: { default: 0.04, '1x1': 0.04 }, per_request: 0 }, '0.04 an image; 0.00 a request'],
    [{ per_second_video: 0.000_001 }, '0.000001 a second of video'],
    [{ input_per_m_tok: 1, per_search: 0.01 }, '1.00 in a million tokens; 0.01 a search'],
    [{}, ''],
  ])('of %j is %j', (rates, words) => {
    expect(describePrice(rates)).toBe(words);
  });
});
