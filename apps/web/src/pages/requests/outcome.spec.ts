import { describe, expect, it } from '@jest/globals';
import { OUTCOMES, isEndedByClient, outcomeLabel, outcomeTone, reasonInWords } from './outcome.js';

describe('an outcome', () => {
  it('has a label, also where a newer gateway has added it', () => {
    expect(outcomeLabel('upstream-interrupted')).toBe('Interrupted');
    expect(outcomeLabel('brand-new-kind')).toBe('Brand new kind');
  });

  it.each([
    ['ok', 'good'],
    ['client-gone', 'neutral'],
    ['rate-limited', 'neutral'],
    ['upstream-error', 'bad'],
    ['no-channel', 'bad'],
    ['brand-new-kind', 'bad'],
  ])('%s is coloured %s', (outcome, tone) => {
    expect(outcomeTone(outcome)).toBe(tone);
  });

  it('is not an error where the client ended it', () => {
    expect(['client-gone', 'cancelled', 'upstream-timeout'].map(isEndedByClient)).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('is once among the options of the filter', () => {
    const values = OUTCOMES.map(({ value }) => value);
    expect(new Set(values).size).toBe(values.length);
    expect(values).not.toContain('called-off');
  });
});

describe('the reason of an attempt', () => {
  it('is shown in words', () => {
    expect(reasonInWords('failover')).toBe('Failover to the next channel');
    expect(reasonInWords('moonlight')).toBe('moonlight');
    expect(reasonInWords(null)).toBeUndefined();
  });
});
