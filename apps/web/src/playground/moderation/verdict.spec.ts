import { describe, expect, it } from '@jest/globals';
import { toVerdict } from './moderation-call.js';

describe('toVerdict', () => {
  it('sorts flagged categories before others, then by score', () => {
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

  it('treats a category without a result as not flagged', () => {
    const verdict = toVerdict({
      results: [{ flagged: false, categories: { illicit: null }, category_scores: { illicit: 0.9 } }],
    });
    expect(verdict?.scores).toEqual([{ category: 'illicit', label: 'Illicit', score: 0.9, flagged: false }]);
  });

  it('is undefined if the response has no result', () => {
    expect(toVerdict({ results: [] })).toBeUndefined();
  });
});
