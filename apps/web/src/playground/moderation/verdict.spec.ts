import { describe, expect, it } from '@jest/globals';
import { toVerdict } from './moderation-call.js';

describe('toVerdict', () => {
  it('puts what is flagged before what only scores high', () => {
    const verdict = toVerdict({
      results: [
        {
          flagged: true,
          categories: { harassment: false, 'self-harm/intent': true, hate: false },
          category_scores: { harassment: 0.6, 'self-harm/intent': 0.5, hate: 0.7 },
        },
      ],
    });
    expect(verdict?.flagged).toBe(true);
    expect(verdict?.scores.map(({ label, flagged }) => [label, flagged])).toEqual([
      ['Self-harm: intent', true],
      ['Hate', false],
      ['Harassment', false],
    ]);
  });

  it('takes a category that the service did not judge for not flagged', () => {
    const verdict = toVerdict({
      results: [{ flagged: false, categories: { illicit: null }, category_scores: { illicit: 0.9 } }],
    });
    expect(verdict?.scores).toEqual([{ category: 'illicit', label: 'Illicit', score: 0.9, flagged: false }]);
  });

  it('is undefined for an answer without a result', () => {
    expect(toVerdict({ results: [] })).toBeUndefined();
  });
});
