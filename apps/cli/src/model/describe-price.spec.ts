import { describe, expect, it } from '@jest/globals';
import { describePrice } from './list.command.js';

describe('describePrice', () => {
  it.each([
    [{ input_per_m_tok: 0.25, output_per_m_tok: 2 }, '0.25 in, 2.00 out per million tokens'],
    [{ input_per_m_tok: 0.02 }, '0.02 in per million tokens'],
    [{ per_image: { default: 0.04, '1x1': 0.01 } }, '0.01 to 0.04 per image'],
    [{ per_image: { default: 0.04, '1x1': 0.04 }, per_request: 0 }, '0.04 per image; 0.00 per request'],
    [{ per_second_video: 0.000_001 }, '0.000001 per second of video'],
    [{ input_per_m_tok: 1, per_search: 0.01 }, '1.00 in per million tokens; 0.01 per search'],
    [{}, ''],
  ])('%j is %j', (rates, expected) => {
    expect(describePrice(rates)).toBe(expected);
  });
});
