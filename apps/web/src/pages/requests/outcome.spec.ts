import { describe, expect, it } from '@jest/globals';
import { OUTCOMES, outcomeLabel, outcomeTone, reasonInWords } from './outcome.js';

describe('an outcome', () => {
  it('has a short name, also where it is a new one', () => {
    expect(outcomeLabel('upstream-timeout')).toBe('Timed out');
    expect(outcomeLabel('budget-exhausted')).toBe('Budget exhausted');
  });

  it('is well, a matter of the client, or a fault', () => {
    expect(['ok', 'client-gone', 'upstream-error', 'new-kind'].map(outcomeTone)).toEqual([
      'good',
      'client',
      'bad',
      'bad',
    ]);
  });

  it('can be chosen once in a filter', () => {
    const values = OUTCOMES.map(({ value }) => value);
    expect(new Set(values).size).toBe(values.length);
    expect(values).not.toContain('called-off');
  });
});

describe('the reason of an attempt', () => {
  it('is told in words where there is one', () => {
    expect(reasonInWords('failover')).toBe('Next channel of the same model');
    expect(reasonInWords('moonlight')).toBe('moonlight');
    expect(reasonInWords(null)).toBeUndefined();
  });
});
