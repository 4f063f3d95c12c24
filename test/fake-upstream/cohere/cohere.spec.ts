import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CohereClient, CohereError } from 'cohere-ai';
import { startFakeUpstream, type FakeUpstream } from '../index.js';

const KEY = 'sk-upstream-1';
const QUERY = 'capital of Norway';
const DOCUMENTS = ['Bergen is rainy.', 'Oslo is the capital of Norway.', 'Norway has fjords.'];
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
  it.each([
    ['/v2/rerank', { ...RERANK, model: undefined }, 400, 'model'],
    ['/v2/rerank', { ...RERANK, query: '' }, 400, 'query'],
    ['/v2/rerank', { ...RERANK, documents: [] }, 400, 'documents'],
    ['/v2/rerank', { ...RERANK, documents: [{ text: 'a' }] }, 400, 'documents[0]'],
    ['/v2/rerank', { ...RERANK, return_documents: true }, 422, 'return_documents'],
    ['/v1/rerank', { ...RERANK, max_tokens_per_doc: 5 }, 422, 'max_tokens_per_doc'],
    ['/v1/rerank', { ...RERANK, documents: [{ title: 'a' }] }, 400, 'documents[0].text'],
    ['/v1/rerank', { ...RERANK, top_n: 0 }, 400, 'top_n'],
  ])('%s rejects %j', async (path, body, status, field) => {
    const message = expect.stringContaining(`parameter '${field}'`);
    expect(await post(path, body)).toMatchObject({ status, body: { message, id: expect.any(String) } });
  });
});

describe('Cohere embed', () => {
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
  ])('%s rejects %j', async (path, body, status, field) => {
    const message = expect.stringContaining(`parameter '${field}'`);
    expect(await post(path, body)).toMatchObject({ status, body: { message } });
  });

  it('requires texts or images or inputs', async () => {
    expect(await post('/v2/embed', { ...EMBED, texts: undefined })).toMatchObject({ status: 400 });
    const both = { ...EMBED, images: ['data:image/png;base64,aGk='] };
    expect(await post('/v2/embed', both)).toMatchObject({ status: 400 });
  });
});

describe('Cohere errors', () => {
  it('have their own format', async () => {
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
