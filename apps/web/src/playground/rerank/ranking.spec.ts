import { describe, expect, it } from '@jest/globals';
import { buildRanking } from './rerank-call.js';

describe('buildRanking', () => {
  it('sorts documents by relevance and keeps their original position', () => {
    const ranking = buildRanking(['dogs', 'cats'], {
      results: [
        { index: 0, relevance_score: 0.1 },
        { index: 1, relevance_score: 0.8 },
      ],
    });
    expect(ranking).toEqual([
      { position: 2, text: 'cats', score: 0.8, share: 0.8 },
      { position: 1, text: 'dogs', score: 0.1, share: 0.1 },
    ]);
  });

  it('scales scores outside the range from 0 to 1', () => {
    const shares = buildRanking(['a', 'b', 'c'], {
      results: [
        { index: 0, relevance_score: 6 },
        { index: 1, relevance_score: 1 },
        { index: 2, relevance_score: -4 },
      ],
    }).map(({ share }) => share);
    expect(shares).toEqual([1, 0.5, 0]);
  });
});
