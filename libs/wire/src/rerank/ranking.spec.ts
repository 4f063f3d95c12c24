import { describe, expect, it } from '@jest/globals';
import { type JsonObject, type RerankResult, type RerankRequest } from '#canonical';
import { areResultsAsDue, isPlainRerank, RERANK_CLIENTS, RERANK_FORMATS } from './index.js';

const PLAIN = { model: 'm', query: 'q', documents: ['a', 'b', 'c'] };
const v1 = (body: JsonObject): RerankRequest => RERANK_CLIENTS['jina-rerank'].decodeRequest(body, {});
const v2 = (body: JsonObject): RerankRequest => RERANK_CLIENTS['cohere-rerank'].decodeRequest(body, {});

function decode(body: JsonObject, more: JsonObject = {}): RerankResult {
  return RERANK_FORMATS['jina-rerank'].decodeResponse(body, v1({ ...PLAIN, ...more }));
}

describe('a rerank request to an upstream', () => {
  const asked = v1({
    model: 'm',
    query: 'q',
    documents: [{ text: 'a', id: '1' }, { text: 'b' }],
    top_n: 9,
    max_tokens_per_doc: 100,
    max_chunks_per_doc: 2,
  });

  it('requests only indexes from Jina', () => {
    expect(RERANK_FORMATS['jina-rerank'].encodeRequest(asked, 'up')).toEqual({
      body: { model: 'up', query: 'q', documents: ['a', 'b'], top_n: 2, return_documents: false },
      lost: [
        { field: 'maxTokensPerDocument', reason: expect.any(String) },
        { field: 'maxChunksPerDocument', reason: expect.any(String) },
      ],
    });
  });

  it('sends texts to Cohere', () => {
    expect(RERANK_FORMATS['cohere-rerank'].encodeRequest(asked, 'up')).toEqual({
      body: { model: 'up', query: 'q', documents: ['a', 'b'], top_n: 2, max_tokens_per_doc: 100 },
      lost: [{ field: 'maxChunksPerDocument', reason: expect.any(String) }],
    });
  });

  it.each([
    ['cohere.rerank-v3-5:0', { api_version: 2 }],
    ['amazon.rerank-v1:0', {}],
  ])('has no model name for %s on Bedrock', (model, version) => {
    expect(RERANK_FORMATS['bedrock-rerank'].encodeRequest(v1(PLAIN), model)).toEqual({
      body: { query: 'q', documents: ['a', 'b', 'c'], ...version },
      lost: [],
    });
  });

  it.each<['jina-rerank' | 'cohere-rerank', JsonObject, boolean]>([
    ['jina-rerank', {}, true],
    ['jina-rerank', { top_n: 2, return_documents: false, truncation: true, rank_fields: null }, true],
    ['jina-rerank', { query: { text: 'q' }, documents: [{ text: 'a' }] }, true],
    ['jina-rerank', { documents: [{ image: 'https://example.com/a.png' }] }, true],
    ['jina-rerank', { documents: [{ text: 'a', id: '1' }] }, false],
    ['jina-rerank', { documents: [{ text: 'a' }], rank_fields: ['text'] }, false],
    ['jina-rerank', { max_tokens_per_doc: 10 }, false],
    ['jina-rerank', { max_chunks_per_doc: 10 }, false],
    ['jina-rerank', { top_n: 4 }, false],
    ['cohere-rerank', { top_n: 2, max_tokens_per_doc: 10, priority: 1 }, true],
    ['cohere-rerank', { return_documents: false }, false],
    ['cohere-rerank', { query: { text: 'q' } }, false],
    ['cohere-rerank', { documents: [{ text: 'a' }] }, false],
  ])('is forwarded unchanged if the service accepts it: %s %j', (format, more, isPlain) => {
    const body = { ...PLAIN, ...more };
    const decoded = RERANK_CLIENTS[format].decodeRequest(body, {});
    expect(isPlainRerank(format, body, decoded)).toBe(isPlain);
  });
});

describe('a rerank response', () => {
  it('is decoded from servers with other names for scores, without sorting, or with all documents', () => {
    const results = [
      { index: 0, score: -3.5 },
      { index: 1, score: 12 },
      { index: 2, score: 0.1 },
    ];
    expect(decode({ results }, { top_n: 2 })).toEqual({
      results: [
        { index: 1, score: 12 },
        { index: 2, score: 0.1 },
      ],
      usage: undefined,
    });
  });

  it.each<[JsonObject, object | undefined]>([
    [{ usage: { total_tokens: 7 } }, { inputTokens: 7, outputTokens: 0 }],
    [{ usage: { prompt_tokens: 5, total_tokens: 7 } }, { inputTokens: 5, outputTokens: 0 }],
    [{ meta: { billed_units: { search_units: 2 } } }, { inputTokens: 0, searchUnits: 2 }],
    [
      { meta: { billed_units: { search_units: 1 }, tokens: { input_tokens: 9 } } },
      { inputTokens: 9, searchUnits: 1 },
    ],
    [{ usage: { total_tokens: -1 } }, undefined],
    [{ usage: 'much', meta: null }, undefined],
  ])('has the usage %j', (body, usage) => {
    const answer = decode({ results: [{ index: 0, relevance_score: 1 }], ...body });
    if (usage === undefined) expect(answer.usage).toBeUndefined();
    else expect(answer.usage).toMatchObject(usage);
  });

  it.each<JsonObject>([
    {},
    { results: null },
    { results: [] },
    { results: [{ index: 3, relevance_score: 1 }] },
    { results: [{ index: -1, relevance_score: 1 }] },
    { results: [{ index: 0.5, relevance_score: 1 }] },
    { results: [{ relevance_score: 1 }] },
    { results: [{ index: 0 }] },
    { results: [{ index: 0, relevance_score: 'high' }] },
    {
      results: [
        { index: 0, relevance_score: 1 },
        { index: 0, relevance_score: 2 },
      ],
    },
    { error: { message: 'sorry' } },
  ])('is invalid: %j', (body) => {
    expect(() => decode(body)).toThrow(
      expect.objectContaining({ kind: 'upstream-bad-response', retryable: true }),
    );
  });

  it.each<[JsonObject, JsonObject[], boolean]>([
    [{}, [{ index: 1, relevance_score: 2, document: { text: 'b' } }], true],
    [{ return_documents: false }, [{ index: 1, relevance_score: 2 }], true],
    [{}, [{ index: 1, relevance_score: 2 }], false],
    [{}, [{ index: 1, relevance_score: 2, document: 'b' }], false],
    [{}, [{ index: 1, score: 2, document: { text: 'b' } }], false],
    [{ return_documents: false }, [{ index: 1, relevance_score: 2, document: { text: 'b' } }], false],
    [
      { return_documents: false },
      [
        { index: 1, relevance_score: 1 },
        { index: 0, relevance_score: 2 },
      ],
      false,
    ],
    [
      { return_documents: false, top_n: 1 },
      [
        { index: 1, relevance_score: 2 },
        { index: 0, relevance_score: 1 },
      ],
      false,
    ],
  ])('has the requested form: %j %j', (more, results, isAsDue) => {
    const asked = v1({ ...PLAIN, ...more });
    expect(areResultsAsDue({ results }, decode({ results }, more), asked)).toBe(isAsDue);
  });

  const answer = {
    results: [
      { index: 1, score: 1.5 },
      { index: 0, score: -0.5 },
    ],
  };

  it('has the members of all formats', () => {
    const asked = v1({ ...PLAIN, documents: ['a', 'b'] });
    const usage = { inputTokens: 7, outputTokens: 0, searchUnits: 3 };
    const written = RERANK_CLIENTS['jina-rerank'].encodeResponse(
      { ...answer, usage },
      { asked, requestId: 'req_1' },
    );
    expect(written).toEqual({
      id: 'rerank-1',
      object: 'list',
      model: 'm',
      results: [
        { index: 1, relevance_score: 1.5, document: { text: 'b' } },
        { index: 0, relevance_score: -0.5, document: { text: 'a' } },
      ],
      meta: {
        api_version: { version: '2' },
        billed_units: { search_units: 3 },
        tokens: { input_tokens: 7, output_tokens: 0 },
      },
      usage: { prompt_tokens: 7, total_tokens: 7 },
    });
  });

  it('contains the original documents, and one search unit per hundred documents', () => {
    const documents = Array.from({ length: 101 }, (_, index) => ({ text: `${index}`, id: `d${index}` }));
    const asked = v1({ ...PLAIN, documents });
    const written = RERANK_CLIENTS['jina-rerank'].encodeResponse(answer, { asked, requestId: 'req_1' });
    expect(written).toMatchObject({
      results: [{ document: { text: '1', id: 'd1' } }, { document: { text: '0', id: 'd0' } }],
      meta: { billed_units: { search_units: 2 } },
      usage: { prompt_tokens: 0, total_tokens: 0 },
    });
    expect(written['meta']).not.toHaveProperty('tokens');
  });

  it('contains no documents at version 2', () => {
    const asked = v2(PLAIN);
    const written = RERANK_CLIENTS['cohere-rerank'].encodeResponse(answer, { asked, requestId: 'req_1' });
    expect(written['results']).toEqual([
      { index: 1, relevance_score: 1.5 },
      { index: 0, relevance_score: -0.5 },
    ]);
  });
});
