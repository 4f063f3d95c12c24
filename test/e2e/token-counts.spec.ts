import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { type FakeUpstream, type Reply, startFakeUpstream } from '../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../harness/index.js';

const API_KEY = 'sk-upstream-1';
const QUESTION = 'How many tokens are in this, and who knows it?';
/** The fake services count words, and nothing but words. */
const WORDS = QUESTION.split(' ').length;
const COUNT_MS = 500;
const COUNT_HEADER = 'x-modelgate-token-count';

interface Counted {
  tokens: number | undefined;
  how: string | null;
}

type Count = (model: string) => Promise<Counted>;

/** The services with an endpoint that counts tokens. */
const COUNTERS = {
  anthropic: '/v1/messages/count_tokens',
  gemini: '/v1beta/models/there:countTokens',
  openai: '/v1/responses/input_tokens',
} as const;

const VENDORS = Object.keys(COUNTERS) as (keyof typeof COUNTERS)[];

describe('counting tokens', () => {
  let gateway: TestGateway;
  let upstream: FakeUpstream;
  let other: FakeUpstream;
  const clients: Record<string, Count> = {};

  beforeAll(async () => {
    [upstream, other] = await Promise.all([startFakeUpstream(), startFakeUpstream()]);
    const channelAt = (provider: string, more: object = {}): object => ({
      name: provider,
      provider,
      baseUrl: provider === 'openai' ? upstream.url : upstream.origin,
      apiKey: API_KEY,
      models: [{ id: `at-${provider}`, upstream: 'there' }],
      ...more,
    });
    gateway = await startTestGateway({
      channels: [
        ...VENDORS.map((vendor) => channelAt(vendor)),
        channelAt('openai-compatible', { baseUrl: upstream.url }),
        channelAt('anthropic', { name: 'first', priority: 2, models: ['at-two'] }),
        channelAt('anthropic', { name: 'second', baseUrl: other.origin, models: ['at-two'] }),
        channelAt('anthropic', { name: 'without', models: ['without-counter'] }),
      ],
      policies: { redact: ['email'], maxOutputTokens: 100 },
      countMs: COUNT_MS,
    });
    Object.assign(clients, createClients(gateway));
  });

  beforeEach(() => {
    upstream.received.length = 0;
    other.received.length = 0;
  });

  afterAll(async () => {
    await gateway.stop();
    await Promise.all([upstream.close(), other.close()]);
  });

  const pairs = ['anthropic sdk', 'google sdk', 'openai sdk'].flatMap((client) =>
    VENDORS.map((vendor) => [client, vendor] as const),
  );

  it.each(pairs)('returns %s the count of %s', async (client, vendor) => {
    expect(await clients[client]?.(`at-${vendor}`)).toEqual({ tokens: WORDS, how: 'upstream' });
    expect(upstream.received.map(({ path }) => path)).toEqual([COUNTERS[vendor]]);
    expect(upstream.refusals).toEqual([]);
  });

  it.each(['anthropic sdk', 'google sdk', 'openai sdk'])(
    'returns %s an estimate if no service counts',
    async (client) => {
      const counted = await clients[client]?.('at-openai-compatible');
      expect(counted?.how).toBe('estimate');
      expect(counted?.tokens).toBeGreaterThan(8);
      expect(counted?.tokens).toBeLessThan(20);
      expect(upstream.received).toEqual([]);
    },
  );

  it('sends a counter the request of the model, without members that only affect the response', async () => {
    const response = await post('/v1/messages/count_tokens', {
      model: 'at-anthropic',
      system: 'Write to someone@example.com.',
      thinking: { type: 'enabled', budget_tokens: 2048 },
      messages: [{ role: 'user', content: QUESTION }],
    });
    expect(response.headers.get('x-modelgate-channel')).toBe('anthropic');
    expect(response.headers.get('x-modelgate-model')).toBe('there');
    const sent = upstream.received[0]?.json() as Record<string, unknown>;
    expect(sent).toEqual({
      model: 'there',
      system: expect.not.stringContaining('someone@'),
      thinking: { type: 'enabled', budget_tokens: 2048 },
      messages: [{ role: 'user', content: QUESTION }],
    });
  });

  it('counts a whole request as Google’s clients wrap it, and names invalid fields with their full path', async () => {
    const path = '/v1beta/models/at-gemini:countTokens';
    const generateContentRequest = {
      model: 'models/at-gemini',
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      contents: [{ role: 'user', parts: [{ text: QUESTION }] }],
      tools: [{ functionDeclarations: [{ name: 'look', description: 'looks' }] }],
    };
    const whole = await post(path, { generateContentRequest });
    expect(await whole.json()).toMatchObject({
      totalTokens: expect.any(Number),
      promptTokensDetails: expect.any(Array),
    });
    expect(upstream.received[0]?.json()).toEqual({
      generateContentRequest: { ...generateContentRequest, model: 'models/there' },
    });
    const broken = await post(path, { generateContentRequest: { contents: 'Hi' } });
    expect(broken.status).toBe(400);
    expect(await broken.text()).toContain('\\"generateContentRequest.contents\\" must be');
  });

  it('counts a conversation that is stored in the gateway', async () => {
    const openai = new OpenAI({ baseURL: gateway.baseUrl, apiKey: TEST_TOKEN, maxRetries: 0 });
    const first = await openai.responses.create({ model: 'at-openai', input: QUESTION });
    const { input_tokens: tokens } = await openai.responses.inputTokens.count({
      model: 'at-openai',
      previous_response_id: first.id,
      input: 'And now?',
    });
    expect(tokens).toBeGreaterThan(WORDS + 1);
    const response = await post('/v1/responses/input_tokens', { model: 'at-openai' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { param: 'input' } });
  });

  const failures: [string, Reply][] = [
    ['has failed', { kind: 'error', status: 500 }],
    ['has reached its rate limit', { kind: 'error', status: 429 }],
    ['returns nonsense', { kind: 'json', body: { input_tokens: 'many' } }],
    ['closes the connection', { kind: 'reset', afterEvents: 0 }],
  ];

  it.each(failures)(
    'calls the next channel if a counter %s, and leaves the health of the channel unchanged',
    async (_what, reply) => {
      upstream.script(reply);
      expect(await clients['anthropic sdk']?.('at-two')).toEqual({ tokens: WORDS, how: 'upstream' });
      expect([upstream.received.length, other.received.length]).toEqual([1, 1]);
      upstream.script(reply);
      other.script(reply);
      expect(await clients['anthropic sdk']?.('at-two')).toMatchObject({ how: 'estimate' });
      expect(await clients['anthropic sdk']?.('at-two')).toMatchObject({ how: 'upstream' });
      expect(upstream.received).toHaveLength(3);
    },
  );

  it('does not wait for a counter that does not respond', async () => {
    upstream.script({ kind: 'json', delayMs: 30_000 });
    const startedAt = Date.now();
    expect(await clients['anthropic sdk']?.('at-anthropic')).toMatchObject({ how: 'estimate' });
    // Half of the time for which the counter does not respond.
    expect(Date.now() - startedAt).toBeLessThan(15_000);
  });

  it('stops calling a counter that turned out not to exist', async () => {
    upstream.script({ kind: 'error', status: 404 });
    for (let time = 0; time < 2; time += 1) {
      expect(await clients['anthropic sdk']?.('without-counter')).toMatchObject({ how: 'estimate' });
    }
    expect(upstream.received).toHaveLength(1);
  });

  it('rejects the requests that the model endpoint rejects', async () => {
    const messages = [{ role: 'user', content: QUESTION }];
    const unknown = await post('/v1/messages/count_tokens', { model: 'nobody-has-it', messages });
    expect(unknown.status).toBe(404);
    const nameless = await post('/v1/messages/count_tokens', { messages });
    expect(await nameless.json()).toMatchObject({ error: { message: 'model: "model" is required.' } });
    const strange = await post('/v1/messages/count_tokens', { model: 'at-anthropic', messages }, 'sk-none');
    expect(strange.status).toBe(401);
  });

  it('is in the log and in the metrics, and in no usage records', async () => {
    const response = await post('/v1/messages/count_tokens', {
      model: 'at-gemini',
      messages: [{ role: 'user', content: QUESTION }],
    });
    const line = await gateway.getLog(response.headers.get('x-request-id') ?? '');
    expect(line).toMatchObject({ model: 'at-gemini', channel: 'gemini', costUsd: 0, outcome: 'ok' });
    expect(line['attempts']).toMatchObject([{ plan: 'translate', outcome: 'ok' }]);
    expect(line).not.toHaveProperty('inputTokens');
    const metrics = await (await fetch(`${gateway.origin}/metrics`)).text();
    expect(metrics).toMatch(
      /^modelgate_requests_total\{operation="count-tokens",format="anthropic-messages",outcome="ok",model="at-gemini"\} \d/m,
    );
    await gateway.flushUsage();
    const rows = await gateway.database.query(`SELECT count(*)::int AS count FROM usage_events`);
    // The one chat response in this test.
    expect(rows).toEqual([{ count: 1 }]);
  });

  async function post(path: string, body: object, token = TEST_TOKEN): Promise<Response> {
    return fetch(gateway.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': token },
      body: JSON.stringify(body),
    });
  }
});

/** Each sends its own format, with the library of its vendor. */
function createClients({ baseUrl, origin }: TestGateway): Record<string, Count> {
  let how: string | null = null;
  const noteHow: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    how = response.headers.get(COUNT_HEADER);
    return response;
  };
  const options = { baseURL: baseUrl, apiKey: TEST_TOKEN, maxRetries: 0, fetch: noteHow };
  const anthropic = new Anthropic(options);
  const openai = new OpenAI(options);
  const google = new GoogleGenAI({ apiKey: TEST_TOKEN, httpOptions: { baseUrl: origin } });
  return {
    'anthropic sdk': async (model) => {
      const messages = [{ role: 'user' as const, content: QUESTION }];
      const { input_tokens: tokens } = await anthropic.messages.countTokens({ model, messages });
      return { tokens, how };
    },
    'openai sdk': async (model) => {
      const { input_tokens: tokens } = await openai.responses.inputTokens.count({ model, input: QUESTION });
      return { tokens, how };
    },
    'google sdk': async (model) => {
      const { totalTokens: tokens, sdkHttpResponse } = await google.models.countTokens({
        model,
        contents: QUESTION,
      });
      return { tokens, how: sdkHttpResponse?.headers?.[COUNT_HEADER] ?? null };
    },
  };
}
