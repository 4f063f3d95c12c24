import { describe, expect, it } from '@jest/globals';
import { formatNumber, parseNumber } from './parse-number.js';

const WHOLE = { min: 1, max: 36_500, maxDecimals: 0 };
const MONEY = { min: 0, maxDecimals: 2 };

describe('parseNumber', () => {
  it.each([
    ['5', 5],
    [' 90 ', 90],
    ['1,000', 1000],
    ['36 500', 36_500],
    ['', ''],
  ])('parses the whole number %j', (text, value) => {
    expect(parseNumber(text, WHOLE)).toEqual({ value });
  });

  it.each([
    ['0.05', 0.05],
    ['.5', 0.5],
    ['12.', 12],
    ['1,234,567.89', 1_234_567.89],
  ])('parses the decimals of %j', (text, value) => {
    expect(parseNumber(text, MONEY)).toEqual({ value });
  });

  it.each([
    ['-5', 'Enter a number from 1 to 36,500.'],
    ['0', 'Enter a number from 1 to 36,500.'],
    ['99999', 'Enter a number from 1 to 36,500.'],
    ['1.5', 'Enter a whole number.'],
    ['1,5', 'Enter a whole number, such as 1500.'],
    ['10,00', 'Enter a whole number, such as 1500.'],
    ['5 days', 'Enter a whole number, such as 1500.'],
    ['1e3', 'Enter a whole number, such as 1500.'],
    ['-', 'Enter a whole number, such as 1500.'],
    ['9'.repeat(41), 'Enter a whole number, such as 1500.'],
  ])('rejects %j', (text, problem) => {
    expect(parseNumber(text, WHOLE)).toEqual({ problem });
  });

  it('rejects more decimals or digits than it can store exactly', () => {
    expect(parseNumber('0.005', MONEY)).toEqual({ problem: 'Enter at most 2 decimals.' });
    expect(parseNumber('123456789012345.6', MONEY)).toEqual({ problem: 'Enter at most 15 digits.' });
    expect(parseNumber('-0.01', MONEY)).toEqual({ problem: 'Enter 0 or more.' });
  });

  it('parses what `formatNumber` returns', () => {
    for (const value of [0, 1, 999, 1000, 1_234_567.25, 0.000001]) {
      expect(parseNumber(formatNumber(value), { maxDecimals: 6 })).toEqual({ value });
    }
  });
});
