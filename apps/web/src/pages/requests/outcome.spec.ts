import { describe, expect, it } from '@jest/globals';
import { OUTCOMES, isEndedByClient, outcomeLabel, outcomeTone, describeReason } from './outcome.js';

describe('an outcome', () => {
  it('has a label, even if this version of the console does not know it', () => {
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
  ])('%s has the tone %s', (outcome, tone) => {
    expect(outcomeTone(outcome)).toBe(tone);
  });

  it('is recognized as ended by the client', () => {
    expect(['client-gone', 'cancelled', 'upstream-timeout'].map(isEndedByClient)).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('is a unique option of the filter', () => {
    const values = OUTCOMES.map(({ value }) => value);
    expect(new Set(values).size).toBe(values.length);
    expect(values).not.toContain('called-off');
  });
});

describe('the reason of an attempt', () => {
  it('has a text; an unknown reason is shown unchanged', () => {
    expect(describeReason('failover')).toBe('Failover to the next channel');
    expect(describeReason('moonlight')).toBe('moonlight');
    expect(describeReason(null)).toBeUndefined();
  });
});
