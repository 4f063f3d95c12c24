import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startFakeUpstream, type FakeUpstream } from '../index.js';

const KEY = 'sk-upstream-1';
const REQUEST = { model: 'models/g', content: { parts: [{ text: 'a' }] } };

const copies = (length: number) => Array.from({ length }, () => REQUEST);

let upstream: FakeUpstream;

beforeAll(async () => {
  upstream = await startFakeUpstream();
});

afterAll(() => upstream.close());

async function post(verb: string, body: object) {
  const response = await fetch(`${upstream.origin}/v1beta/models/g:${verb}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'x-goog-api-key': KEY, 'content-type': 'application/json' },
  });
  return { status: response.status, body: (await response.json()) as object };
}

describe('Gemini embeddings', () => {
  it.each([
    ['embedContent', {}, 'content'],
    ['embedContent', { ...REQUEST, model: 'models/other' }, 'model'],
    ['embedContent', { ...REQUEST, taskType: 'SEARCH' }, 'task_type'],
    ['embedContent', { ...REQUEST, outputDimensionality: 0 }, 'output_dimensionality'],
    ['embedContent', { ...REQUEST, title: 'x' }, 'title'],
    ['embedContent', { ...REQUEST, dimensions: 5 }, 'dimensions'],
    ['batchEmbedContents', { requests: [] }, 'requests'],
    ['batchEmbedContents', { requests: copies(101) }, 'requests'],
    ['batchEmbedContents', { requests: [REQUEST, { ...REQUEST, model: 'g' }] }, 'requests[1].model'],
    ['batchEmbedContents', { requests: [{ content: REQUEST.content }] }, 'requests[0].model'],
    ['batchEmbedContents', { requests: [{ model: 'models/g', content: 'a' }] }, 'requests[0].content'],
  ])('%s rejects %j', async (verb, body, field) => {
    expect(await post(verb, body)).toMatchObject({
      status: 400,
      body: { error: { status: 'INVALID_ARGUMENT', details: [{ fieldViolations: [{ field }] }] } },
    });
  });

  it('accept a hundred at once', async () => {
    const answer = await post('batchEmbedContents', { requests: copies(100) });
    expect(answer.status).toBe(200);
  });
});
