import { describe, expect, it } from '@jest/globals';
import { type JsonObject, type JsonValue, type RerankRequest } from '#canonical';
import { RERANK_CLIENTS } from './index.js';

const PLAIN = { model: 'm', query: 'q', documents: ['a', 'b', 'c'] };
const v1 = (body: JsonObject): RerankRequest => RERANK_CLIENTS['jina-rerank'].decodeRequest(body, {});
const v2 = (body: JsonObject): RerankRequest => RERANK_CLIENTS['cohere-rerank'].decodeRequest(body, {});

describe('a rerank request', () => {
  it('is decoded with its settings, and null is absent', () => {
    const asked = v1({
      ...PLAIN,
      top_n: 2,
      return_documents: null,
      max_tokens_per_doc: 100,
      max_chunks_per_doc: 3,
      truncation: true,
    });
    expect(asked).toEqual({
      model: 'm',
      query: 'q',
      documents: [
        { text: 'a', original: 'a' },
        { text: 'b', original: 'b' },
        { text: 'c', original: 'c' },
      ],
      topN: 2,
      returnDocuments: true,
      maxTokensPerDocument: 100,
      maxChunksPerDocument: 3,
      extensions: { truncation: true },
    });
  });

  it('may request more documents than it has', () => {
    expect(v1({ ...PLAIN, top_n: 99 }).topN).toBe(3);
  });

  it.each([
    [v1, undefined, true],
    [v1, true, true],
    [v1, false, false],
    [v2, undefined, false],
    [v2, true, false],
  ])('has its documents returned depending on the endpoint', (read, value, returned) => {
    const body = value === undefined ? PLAIN : { ...PLAIN, return_documents: value };
    expect(read(body).returnDocuments).toBe(returned);
  });

  it.each<[JsonValue, JsonValue | undefined, string]>([
    [{ text: 'a', title: 'T' }, undefined, 'a'],
    [{ text: 'a', title: 'T' }, ['title', 'text'], 'T\na'],
    [{ text: '' }, null, ''],
  ])('compares the selected fields of a document: %j by %j', (document, fields, text) => {
    const { documents } = v1({ ...PLAIN, documents: [document], rank_fields: fields ?? null });
    expect(documents).toEqual([{ text, original: document }]);
  });

  it('accepts a query as an object with text', () => {
    expect(v1({ ...PLAIN, query: { text: 'q' } }).query).toBe('q');
  });

  it.each<[JsonObject, string]>([
    [{ documents: ['a', 'b'].map((image) => ({ image })) }, 'documents[0].image'],
    [{ query: { image: 'https://example.com/a.png' } }, 'query.image'],
  ])('accepts images, for models that support them: %j', (body, param) => {
    expect(v1({ ...PLAIN, ...body }).onlyNative).toMatchObject({ param });
  });

  it.each<[JsonObject, string]>([
    [{ model: null }, 'model'],
    [{ model: '' }, 'model'],
    [{ model: 7 }, 'model'],
    [{ query: null }, 'query'],
    [{ query: '' }, 'query'],
    [{ query: 7 }, 'query'],
    [{ query: {} }, 'query.text'],
    [{ documents: null }, 'documents'],
    [{ documents: 'a' }, 'documents'],
    [{ documents: [] }, 'documents'],
    [{ documents: Array.from({ length: 10_001 }, () => 'a') }, 'documents'],
    [{ documents: ['a', { text: 'b' }] }, 'documents[1]'],
    [{ documents: [{ text: 'a' }, { text: 'b' }, 'c'] }, 'documents[2]'],
    [{ documents: [7] }, 'documents[0]'],
    [{ documents: [null] }, 'documents[0]'],
    [{ documents: [['a']] }, 'documents[0]'],
    [{ documents: [{ text: 'a' }, { title: 'b' }] }, 'documents[1].text'],
    [{ documents: [{ text: 7 }] }, 'documents[0].text'],
    [{ documents: [{ image: '' }] }, 'documents[0].image'],
    [{ documents: [{ text: 'a' }], rank_fields: ['text', 'title'] }, 'documents[0].title'],
    [{ rank_fields: [] }, 'rank_fields'],
    [{ rank_fields: 'text' }, 'rank_fields'],
    [{ rank_fields: [7] }, 'rank_fields[0]'],
    [{ top_n: 0 }, 'top_n'],
    [{ top_n: 1.5 }, 'top_n'],
    [{ top_n: '2' }, 'top_n'],
    [{ return_documents: 'yes' }, 'return_documents'],
    [{ max_tokens_per_doc: 0 }, 'max_tokens_per_doc'],
    [{ max_chunks_per_doc: -1 }, 'max_chunks_per_doc'],
  ])('is rejected with the path of the error: %#', (body, param) => {
    for (const read of [v1, v2]) {
      expect(() => read({ ...PLAIN, ...body })).toThrow(expect.objectContaining({ source: 'client', param }));
    }
  });

  it('accepts the maximum number of documents', () => {
    expect(v1({ ...PLAIN, documents: Array.from({ length: 10_000 }, () => 'a') }).documents).toHaveLength(
      10_000,
    );
  });
});
