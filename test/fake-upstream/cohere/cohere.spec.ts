import { createCohere } from '@ai-sdk/cohere';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { embedMany, rerank } from 'ai';
import { CohereClient, CohereError } from 'cohere-ai';
import { toBase64, buildRanking, startFakeUpstream, getVector, type FakeUpstream } from '../index.js';

const KEY = 'sk-upstream-1';
const QUERY = 'capital of Norway';
const DOCUMENTS = ['Bergen is rainy.', 'Oslo is the capital of Norway.', 'Norway has fjords.'];
const RANKING = buildRanking(QUERY, DOCUMENTS).map(({ index, relevance_score: relevanceScore }) => ({
  index,
  relevanceScore,
}));
const EMBED = { model: 'embed-v4.0', input_type: 'search_query', embedding_types: ['float'], texts: ['a'] };
const RERANK = { model: 'rerank-v3.5', query: QUERY, documents: DOCUMENTS };

let upstream: FakeUpstream;
let client: CohereClient;

beforeAll(async () => {
  upstream = await startFakeUpstream({ vendor: 'cohere' });
  client = new CohereClient({ token: KEY, environment: upstream.origin, maxRetries: 0 });
});

afterAll(() => upstream.close());

async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(upstream.origin + path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', ...headers },
  });
  return { status: response.status, body: (await response.json()) as object };
}

describe('Cohere rerank', () => {
  it('second version', async () => {
    const answer = await client.v2.rerank({ ...RERANK, topN: 2 });
    expect(answer.results).toEqual(RANKING.slice(0, 2));
    expect(answer.meta).toMatchObject({ apiVersion: { version: '2' }, billedUnits: { searchUnits: 1 } });
  });

  it('first version, with documents if wanted', async () => {
    const documents = DOCUMENTS.map((text) => ({ text }));
    const bare = await client.rerank({ query: QUERY, documents });
    expect(bare.results).toEqual(RANKING);
    const full = await client.rerank({ query: QUERY, documents, returnDocuments: true, topN: 1 });
    expect(full.results).toEqual([{ ...RANKING[0], document: { text: DOCUMENTS[1] } }]);
    expect(full.meta?.apiVersion?.version).toBe('1');
  });

  it('first version, by other fields than the text', async () => {
    const documents = DOCUMENTS.map((title) => ({ title, text: 'the same' }));
    const answer = await client.rerank({ query: QUERY, documents, rankFields: ['title'] });
    expect(answer.results).toEqual(RANKING);
  });

  it('satisfies the AI SDK', async () => {
    const cohere = createCohere({ apiKey: KEY, baseURL: `${upstream.origin}/v2` });
    const answer = await rerank({
      model: cohere.reranking('rerank-v3.5'),
      query: QUERY,
      documents: DOCUMENTS,
    });
    expect(answer.ranking.map(({ originalIndex }) => originalIndex)).toEqual([1, 2, 0]);
  });

  it.each([
    ['/v2/rerank', { ...RERANK, model: undefined }, 400, 'model'],
    ['/v2/rerank', { ...RERANK, query: '' }, 400, 'query'],
    ['/v2/rerank', { ...RERANK, documents: [] }, 400, 'documents'],
    ['/v2/rerank', { ...RERANK, documents: [{ text: 'a' }] }, 400, 'documents[0]'],
    ['/v2/rerank', { ...RERANK, return_documents: true }, 422, 'return_documents'],
    ['/v1/rerank', { ...RERANK, max_tokens_per_doc: 5 }, 422, 'max_tokens_per_doc'],
    ['/v1/rerank', { ...RERANK, documents: [{ title: 'a' }] }, 400, 'documents[0].text'],
    ['/v1/rerank', { ...RERANK, top_n: 0 }, 400, 'top_n'],
  ])('%s refuses %j', async (path, body, status, field) => {
    const message = expect.stringContaining(`parameter '${field}'`);
    expect(await post(path, body)).toMatchObject({ status, body: { message, id: expect.any(String) } });
  });
});

describe('Cohere embed', () => {
  it('second version, in every type', async () => {
    const answer = await client.v2.embed({
      model: 'embed-v4.0',
      inputType: 'search_document',
      texts: ['one two', 'three'],
      embeddingTypes: ['float', 'int8', 'uint8', 'binary', 'ubinary', 'base64'],
      outputDimension: 256,
    });
    const vector = getVector('one two', 256);
    const { embeddings, texts, meta } = answer;
    expect(embeddings.float).toEqual([[...vector], [...getVector('three', 256)]]);
    expect(embeddings.base64?.[0]).toBe(toBase64(vector));
    expect(embeddings.int8?.[0]).toEqual([...vector].map((value) => Math.round(value * 127) + 0));
    expect(embeddings.uint8?.[0]?.every((value) => value >= 0 && value <= 255)).toBe(true);
    expect([embeddings.binary?.[0]?.length, embeddings.ubinary?.[0]?.length]).toEqual([32, 32]);
    expect((embeddings.ubinary?.[0]?.[0] ?? 0) >> 7).toBe(vector[0] && vector[0] > 0 ? 1 : 0);
    expect([texts, meta?.billedUnits]).toEqual([['one two', 'three'], { inputTokens: 3 }]);
  });

  it('second version, of parts', async () => {
    const answer = await client.v2.embed({
      model: 'embed-v4.0',
      inputType: 'search_document',
      inputs: [
        {
          content: [
            { type: 'text', text: 'one' },
            { type: 'text', text: 'two' },
          ],
        },
      ],
      embeddingTypes: ['float'],
    });
    expect(answer.embeddings.float).toEqual([[...getVector('one\ntwo')]]);
  });

  it('first version, with types and without', async () => {
    const request = { model: 'embed-english-v3.0', inputType: 'classification' as const, texts: ['one'] };
    expect(await client.embed(request)).toMatchObject({
      responseType: 'embeddings_floats',
      embeddings: [[...getVector('one')]],
      texts: ['one'],
    });
    expect(await client.embed({ ...request, embeddingTypes: ['float'] })).toMatchObject({
      responseType: 'embeddings_by_type',
      embeddings: { float: [[...getVector('one')]] },
    });
  });

  it('satisfies the AI SDK', async () => {
    const cohere = createCohere({ apiKey: KEY, baseURL: `${upstream.origin}/v2` });
    const { embeddings, usage } = await embedMany({
      model: cohere.embedding('embed-v4.0'),
      values: ['a', 'b c'],
    });
    expect(embeddings).toEqual([[...getVector('a')], [...getVector('b c')]]);
    expect(usage.tokens).toBe(3);
  });

  it.each([
    ['/v2/embed', { ...EMBED, model: undefined }, 400, 'model'],
    ['/v2/embed', { ...EMBED, input_type: undefined }, 400, 'input_type'],
    ['/v2/embed', { ...EMBED, input_type: 'query' }, 400, 'input_type'],
    ['/v2/embed', { ...EMBED, embedding_types: undefined }, 400, 'embedding_types'],
    ['/v2/embed', { ...EMBED, embedding_types: ['float64'] }, 400, 'embedding_types[0]'],
    ['/v2/embed', { ...EMBED, texts: Array<string>(97).fill('a') }, 400, 'texts'],
    ['/v2/embed', { ...EMBED, texts: ['a', 7] }, 400, 'texts[1]'],
    ['/v2/embed', { ...EMBED, output_dimension: 64 }, 400, 'output_dimension'],
    ['/v2/embed', { ...EMBED, truncate: 'MIDDLE' }, 400, 'truncate'],
    ['/v2/embed', { ...EMBED, dimensions: 256 }, 422, 'dimensions'],
    ['/v1/embed', { model: 'embed-english-v3.0', texts: ['a'] }, 400, 'input_type'],
    ['/v1/embed', { ...EMBED, output_dimension: 256 }, 422, 'output_dimension'],
  ])('%s refuses %j', async (path, body, status, field) => {
    const message = expect.stringContaining(`parameter '${field}'`);
    expect(await post(path, body)).toMatchObject({ status, body: { message } });
  });

  it('wants texts or images or inputs', async () => {
    expect(await post('/v2/embed', { ...EMBED, texts: undefined })).toMatchObject({ status: 400 });
    const both = { ...EMBED, images: ['data:image/png;base64,aGk='] };
    expect(await post('/v2/embed', both)).toMatchObject({ status: 400 });
  });
});

describe('Cohere in trouble', () => {
  it('has errors of its own', async () => {
    const stranger = new CohereClient({ token: 'x', environment: upstream.origin, maxRetries: 0 });
    const error: unknown = await stranger.v2.rerank(RERANK).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(CohereError);
    expect(error).toMatchObject({ statusCode: 401, body: { message: 'invalid api token' } });
    expect(await post('/v2/generate', {})).toMatchObject({
      status: 404,
      body: { message: '404 page not found' },
    });
    upstream.script({ kind: 'error', status: 429 }, { kind: 'reset' });
    await expect(client.v2.rerank(RERANK)).rejects.toMatchObject({ statusCode: 429 });
    await expect(post('/v2/rerank', RERANK)).rejects.toThrow('fetch failed');
  });
});
