import { describe, expect, it } from '@jest/globals';
import { splitDocuments, rerankRequest } from './rerank-call.js';

describe('splitDocuments', () => {
  it('returns each line that is not empty', () => {
    expect(splitDocuments(' one \n\n\ttwo\r\n   \n')).toEqual(['one', 'two']);
  });
});

describe('rerankRequest', () => {
  it('requests all documents, or the given number', () => {
    const options = { model: 'm', query: 'q', documents: ['a'] };
    expect(JSON.parse(JSON.stringify(rerankRequest(options).json))).toEqual(options);
    expect(rerankRequest({ ...options, topN: 3 }).json).toMatchObject({ top_n: 3 });
  });
});
