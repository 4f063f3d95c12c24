import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startFakeUpstream, type FakeUpstream } from '../index.js';

const KEY = 'sk-upstream-1';
const QUERY = 'capital of Norway';
const DOCUMENTS = ['Bergen is rainy.', 'Oslo is the capital of Norway.', 'Norway has fjords.'];
const RERANK = { model: 'jina-reranker-v2-base-multilingual', query: QUERY, documents: DOCUMENTS };

let upstream: FakeUpstream;

beforeAll(async () => {
  upstream = await startFakeUpstream({ vendor: 'jina' });
});

afterAll(() => upstream.close());

async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(upstream.url + path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', ...headers },
  });
  return { status: response.status, body: (await response.json()) as object };
}

describe('Jina embeddings', () => {
  it.each([
    [{ input: 'a' }, ['body', 'model']],
    [{ model: 'm' }, ['body', 'input']],
    [{ model: 'm', input: [] }, ['body', 'input']],
    [{ model: 'm', input: ['a', 7] }, ['body', 'input', 1]],
    [{ model: 'm', input: [{ url: 'a' }] }, ['body', 'input', 0, 'url']],
    [{ model: 'm', input: 'a', embedding_type: 'int8' }, ['body', 'embedding_type']],
    [{ model: 'm', input: 'a', user: 'x' }, ['body', 'user']],
  ])('reject %j', async (body, loc) => {
    expect(await post('/embeddings', body)).toMatchObject({ status: 422, body: { detail: [{ loc }] } });
  });
});

describe('Jina rerank', () => {
  it.each([
    [{ query: 'a', documents: ['b'] }, 'model'],
    [{ model: 'm', documents: ['b'] }, 'query'],
    [{ model: 'm', query: 'a' }, 'documents'],
    [{ model: 'm', query: 'a', documents: [] }, 'documents'],
    [{ ...RERANK, top_n: 0 }, 'top_n'],
    [{ ...RERANK, return_documents: 'yes' }, 'return_documents'],
    [{ ...RERANK, max_chunks_per_doc: 3 }, 'max_chunks_per_doc'],
  ])('rejects %j', async (body, field) => {
    expect(await post('/rerank', body)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', field] }] },
    });
  });

  it('has its own error format', async () => {
    expect(await post('/rerank', RERANK, { authorization: 'Bearer x' })).toEqual({
      status: 401,
      body: { detail: 'Invalid API key' },
    });
    expect(await post('/chat/completions', {})).toEqual({ status: 404, body: { detail: 'Not Found' } });
    expect((await fetch(`${upstream.url}/rerank`)).status).toBe(405);
    upstream.script({ kind: 'error', status: 429 });
    expect(await post('/rerank', RERANK)).toMatchObject({
      status: 429,
      body: { detail: expect.any(String) },
    });
  });
});
