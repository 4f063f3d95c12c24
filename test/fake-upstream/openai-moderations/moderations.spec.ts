import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startFakeUpstream, type FakeUpstream } from '../index.js';

const KEY = 'sk-upstream-1';
const IMAGE = { type: 'image_url' as const, image_url: { url: 'https://example.com/a.png' } };

let upstream: FakeUpstream;

beforeAll(async () => {
  upstream = await startFakeUpstream();
});

afterAll(() => upstream.close());

describe('OpenAI moderations', () => {
  it.each([
    [{}, 'input'],
    [{ input: [] }, 'input'],
    [{ input: 7 }, 'input'],
    [{ input: ['a', 7] }, 'input[1]'],
    [{ input: [{ type: 'image' }] }, 'input[0].type'],
    [{ input: [{ type: 'text', image_url: {} }] }, 'input[0].image_url'],
    [{ input: [{ type: 'image_url', image_url: { url: 'aGk=' } }] }, 'input[0].image_url.url'],
    [{ input: [IMAGE], model: 'text-moderation-latest' }, 'input'],
    [{ input: 'a', user: 'x' }, 'user'],
  ])('reject %j', async (body, param) => {
    const response = await fetch(`${upstream.url}/moderations`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { param } });
  });
});
