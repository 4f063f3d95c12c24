import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { MODERATION_CATEGORIES, getModerationScore, startFakeUpstream, type FakeUpstream } from '../index.js';

const KEY = 'sk-upstream-1';
const IMAGE = { type: 'image_url' as const, image_url: { url: 'https://example.com/a.png' } };

let upstream: FakeUpstream;
let client: OpenAI;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  client = new OpenAI({ apiKey: KEY, baseURL: upstream.url, maxRetries: 0 });
});

afterAll(() => upstream.close());

const getScores = (text: string) =>
  Object.fromEntries(MODERATION_CATEGORIES.map((category) => [category, getModerationScore(category, text)]));

describe('OpenAI moderations', () => {
  it('judge a text', async () => {
    const { id, model, results } = await client.moderations.create({ input: 'good morning' });
    expect([id.slice(0, 5), model]).toEqual(['modr-', 'omni-moderation-2024-09-26']);
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({ flagged: false, category_scores: getScores('good morning') });
    expect(Object.keys(results[0]?.categories ?? {})).toHaveLength(13);
    expect(results[0]?.category_applied_input_types.hate).toEqual(['text']);
  });

  it('judge texts one by one', async () => {
    const { results } = await client.moderations.create({ input: ['harmless', 'full of violence'] });
    expect(results.map(({ flagged }) => flagged)).toEqual([false, true]);
    expect(results[1]?.categories).toMatchObject({ violence: true, 'violence/graphic': false, hate: false });
  });

  it('judge parts together', async () => {
    const { results } = await client.moderations.create({
      model: 'omni-moderation-latest',
      input: [{ type: 'text', text: 'look' }, IMAGE],
    });
    expect(results).toHaveLength(1);
    expect(results[0]?.category_scores).toEqual(getScores('look\nhttps://example.com/a.png'));
    expect(results[0]?.category_applied_input_types).toMatchObject({
      violence: ['text', 'image'],
      sexual: ['text', 'image'],
      'sexual/minors': ['text'],
      hate: ['text'],
    });
  });

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
  ])('refuse %j', async (body, param) => {
    const response = await fetch(`${upstream.url}/moderations`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { param } });
  });
});
