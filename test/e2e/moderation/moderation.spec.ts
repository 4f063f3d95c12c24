import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import {
  type FakeUpstream,
  MODERATION_CATEGORIES,
  type Reply,
  getModerationScore,
  startFakeUpstream,
} from '../../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, channelTo, startTestGateway } from '../../harness/index.js';

const toClient = (gateway: TestGateway): OpenAI =>
  new OpenAI({ baseURL: gateway.baseUrl, apiKey: TEST_TOKEN, maxRetries: 0 });

describe('a moderation', () => {
  let upstream: FakeUpstream;
  let second: FakeUpstream;
  let gateway: TestGateway;
  let openai: OpenAI;

  beforeAll(async () => {
    [upstream, second] = await Promise.all([startFakeUpstream(), startFakeUpstream()]);
    const timeouts = { wholeMs: 300 };
    gateway = await startTestGateway({
      sandbox: true,
      channels: [
        {
          ...channelTo(upstream),
          name: 'openai',
          provider: 'openai',
          models: [
            { id: 'omni', upstream: 'omni-moderation-latest' },
            { id: 'older', upstream: 'text-moderation-latest' },
          ],
        },
        { ...channelTo(upstream), name: 'first', priority: 2, timeouts },
        { ...channelTo(second), name: 'second', priority: 1, timeouts },
      ],
    });
    openai = toClient(gateway);
  });

  beforeEach(() => {
    upstream.received.length = 0;
    second.received.length = 0;
    gateway.forgetFaults();
  });

  afterAll(async () => {
    await gateway.stop();
    await Promise.all([upstream.close(), second.close()]);
  });

  const post = (body: object | string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${gateway.baseUrl}/moderations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  const image = { type: 'image_url' as const, image_url: { url: 'https://example.com/a.png' } };
  const text = { type: 'text' as const, text: 'hate and violence' };

  describe.each(['omni', 'older', 'm', 'sandbox-moderation'])('by %s', (model) => {
    it.each<[string | string[], number]>([
      ['a', 1],
      [['a'], 1],
      [['a', 'b', 'c'], 3],
    ])('has a result for each text: %j', async (input, count) => {
      const { id, results } = await openai.moderations.create({ model, input });
      expect(id).toMatch(/^modr-/);
      expect(results).toHaveLength(count);
      for (const result of results) {
        expect(Object.keys(result).toSorted()).toEqual([
          'categories',
          'category_applied_input_types',
          'category_scores',
          'flagged',
        ]);
        expect(Object.keys(result.categories)).toEqual([...MODERATION_CATEGORIES]);
        expect(Object.keys(result.category_scores)).toEqual([...MODERATION_CATEGORIES]);
        expect(result.category_applied_input_types).toMatchObject({ hate: ['text'], violence: ['text'] });
      }
    });
  });

  it.each(['omni', 'm', 'sandbox-moderation'])('has one result for all parts: %s', async (model) => {
    const { results } = await openai.moderations.create({ model, input: [text, image, text] });
    expect(results).toHaveLength(1);
    expect(results[0]?.category_applied_input_types).toMatchObject({
      hate: ['text'],
      violence: ['text', 'image'],
    });
  });

  it('has the categories that the upstream returned', async () => {
    const { results } = await openai.moderations.create({ model: 'older', input: ['nice', 'full of hate'] });
    expect(results.map(({ flagged }) => flagged)).toEqual([false, true]);
    expect(results[1]?.categories).toMatchObject({ hate: true, violence: false });
    expect(results[1]?.category_scores.hate).toBeCloseTo(getModerationScore('hate', 'full of hate'), 9);
  });

  it('is passed through in both directions as bytes, except for the name of the model', async () => {
    const body = '{ "input" : ["caf\\u00e9"],"model":"omni" }';
    const answer = JSON.stringify(
      await openai.moderations.create({ model: 'omni', input: 'a' }),
      undefined,
      1,
    );
    upstream.script({ kind: 'json', body: answer });
    upstream.received.length = 0;
    const response = await post(body);
    expect(await response.text()).toBe(answer);
    expect(upstream.received[0]?.rawBody.toString()).toBe(body.replace('"omni"', '"omni-moderation-latest"'));
    expect(response.headers.get('x-modelgate-model')).toBe('omni-moderation-latest');
  });

  it.each<[unknown, string]>([
    [undefined, 'input'],
    ['', 'input'],
    [[], 'input'],
    ['a'.repeat(5 * 1024 * 1024), 'input'],
    [Array.from({ length: 10_000 }, () => 'a'), 'input'],
    [[1, 2, 3], 'input[0]'],
    [['a', { type: 'text', text: 'b' }], 'input[1]'],
    [[{ type: 'image_url', image_url: { url: 'ftp://example.com/a.png' } }], 'input[0].image_url.url'],
  ])('is rejected with the name of the invalid field: %#', async (input, param) => {
    for (const model of ['omni', undefined]) {
      const response = await post({ model, input });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error', param } });
    }
    expect(upstream.received).toEqual([]);
  });

  it.each([
    ['nobody', 404, 'model_not_found'],
    ['sandbox-chat', 400, 'unsupported_model_capability'],
  ])('is rejected for a model that does not moderate: %s', async (model, status, code) => {
    const response = await post({ model, input: 'a' });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { param: 'model', code } });
  });

  it.each<Reply>([
    { kind: 'hang' },
    { kind: 'reset' },
    { kind: 'error', status: 404 },
    { kind: 'error', status: 429 },
    { kind: 'error', status: 500 },
    { kind: 'garbage' },
    { kind: 'truncate', afterBytes: 20 },
    { kind: 'stall', afterBytes: 20 },
    { kind: 'json', body: { id: 'modr-1', model: 'm', results: [] } },
  ])('is served by the second channel if the first fails: %j', async (reply) => {
    upstream.script(reply);
    const { data, response } = await openai.moderations.create({ model: 'm', input: 'a' }).withResponse();
    expect(data.results).toHaveLength(1);
    expect(response.headers.get('x-modelgate-channel')).toBe('second');
    expect(response.headers.get('x-modelgate-attempts')).toBe('2');
  });

  it('may contain directives for the sandbox', async () => {
    const failed = await post({ model: 'sandbox-moderation', input: ['a', '[[status=503; retry-after=4]]'] });
    expect(failed.status).toBe(503);
    expect(failed.headers.get('retry-after')).toBe('4');
    const broken = await post({ model: 'sandbox-moderation', input: 'a [[cut]]' });
    expect(await broken.json()).toMatchObject({ error: { code: 'upstream_bad_response' } });
  });
});

describe('a moderation without a model name', () => {
  let upstream: FakeUpstream;

  beforeAll(async () => {
    upstream = await startFakeUpstream();
  });

  beforeEach(() => {
    upstream.received.length = 0;
  });

  afterAll(() => upstream.close());

  it.each<[string, string[], object, string]>([
    ['the usual model', ['a-model', 'omni-moderation-latest'], {}, 'omni-moderation-latest'],
    ['the first model that is made for it', ['a-model', 'my-moderation'], {}, 'my-moderation'],
    ['the first model that can moderate', ['b-model', 'a-model'], { model: null }, 'a-model'],
  ])('is served by %s', async (_which, models, body, expected) => {
    const gateway = await startTestGateway({ channels: [{ ...channelTo(upstream), models }] });
    const response = await fetch(`${gateway.baseUrl}/moderations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ input: 'a', ...body }),
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('x-modelgate-model')).toBe(expected);
    expect(upstream.received[0]?.json()).toEqual({ input: 'a', model: expected });
    await gateway.stop();
  });

  it('is served by the sandbox if no other model can moderate', async () => {
    const gateway = await startTestGateway();
    const { model, results } = await toClient(gateway).moderations.create({
      input: 'I am going to kill you and your family.',
    });
    expect(model).toBe('sandbox-moderation');
    expect(results).toMatchObject([{ flagged: true, categories: { violence: true } }]);
    await gateway.stop();
  });
});
