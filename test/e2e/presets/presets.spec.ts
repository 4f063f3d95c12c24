import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { STAND_INS } from '../../../libs/providers/src/presets/__fixtures__/stand-ins.js';
import { type CompatibleUpstream, startCompatibleUpstream } from '../../fake-upstream/compatible/index.js';
import { listOpenAiStyle } from '../../conformance/providers/text-rows.js';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../../harness/index.js';
import { FINISHES, HABITS, QUIRKS, USER } from './preset-rows.js';

type Body = Record<string, unknown>;

/** Services that accept requests in the Anthropic format without translation. */
const MESSAGES: [service: string, path: string][] = [
  ['deepseek', '/anthropic/v1/messages'],
  ['moonshot', '/anthropic/v1/messages'],
  ['zhipu', '/api/anthropic/v1/messages'],
  ['minimax', '/anthropic/v1/messages'],
  ['qwen', '/apps/anthropic/v1/messages'],
  ['openrouter', '/api/v1/messages'],
  ['fireworks', '/inference/v1/messages'],
  ['siliconflow', '/v1/messages'],
  ['vllm', '/v1/messages'],
  ['lmstudio', '/v1/messages'],
];

const PRESETS = listOpenAiStyle().filter(({ id }) => id !== 'openai-compatible');

/** The path of the default base URL. Cloudflare has no default, because its base URL contains the account. */
const BASES: Readonly<Record<string, string>> = Object.fromEntries(
  PRESETS.map((provider) => [
    provider.id,
    provider.id === 'cloudflare' ? '/accounts/a/ai/v1' : getDefaultBase(provider),
  ]),
);

function getDefaultBase(provider: (typeof PRESETS)[number]): string {
  const url = provider.endpoint('openai-chat', { baseUrl: undefined, upstreamModel: 'm', isStreamed: false });
  return url.pathname.slice(0, -'/chat/completions'.length);
}

let upstream: CompatibleUpstream;
let gateway: TestGateway;

beforeAll(async () => {
  upstream = await startCompatibleUpstream();
  const channels = Object.entries(BASES).map(([provider, path]) => ({
    name: provider,
    provider,
    baseUrl: `${upstream.origin}/${provider}${path}`,
    apiKey: 'sk-upstream-1',
    models: [provider, ...(EXTRA_MODELS[provider] ?? [])],
    believeUpstreamCost: provider === 'openrouter',
  }));
  const own = { 'HTTP-Referer': 'https://app.example', 'X-Title': 'Ours' };
  const attributed = { ...channels.find(({ name }) => name === 'openrouter'), name: 'app', headers: own };
  const judge = {
    ...channels.find(({ name }) => name === 'minimax'),
    name: 'judge',
    formats: ['chat-judge'],
  };
  gateway = await startTestGateway({
    channels: [...channels, { ...attributed, models: ['app'] }, { ...judge, models: ['judge'] }],
  });
});

const EXTRA_MODELS: Record<string, string[]> = {
  qwen: ['qwen3-32b'],
  minimax: ['stubborn'],
  siliconflow: ['moonshotai/Kimi-K2-Thinking'],
  mistral: ['model_length'],
  zhipu: ['sensitive'],
};

afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
});

function post(path: string, body: string | Body): Promise<Response> {
  return fetch(gateway.origin + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

function getLast() {
  const last = upstream.received.at(-1);
  if (last === undefined) throw new Error('nothing was received');
  return last;
}

describe('a preset', () => {
  it.each(PRESETS)('$id has rows for its changes, habits and finish reasons', ({ id, ...provider }) => {
    const { finishReasons = {}, ...habits } = provider.chatHabits ?? {};
    const changed = QUIRKS.filter(
      ({ service, sent, got }) => service === id && !isDeepStrictEqual(sent, got),
    );
    expect(changed.length > 0).toBe(provider.changeRequest !== undefined);
    if (Object.keys(habits).length > 0) expect(HABITS.map(([service]) => service)).toContain(id);
    expect(FINISHES.flatMap(([service, reason]) => (service === id ? reason : []))).toEqual(
      Object.keys(finishReasons),
    );
    expect(STAND_INS[id]?.finishReasons ?? []).toEqual(Object.keys(finishReasons));
    for (const { model = id, sent } of changed) {
      expect([sent, STAND_INS[id]?.refuse?.({ model, ...sent })]).toEqual([sent, expect.anything()]);
    }
  });

  it.each(Object.keys(BASES))('passes chat through to %s unchanged', async (service) => {
    const raw = `{ "model": "${service}",\n "messages": [{"role":"user", "content":"hi"}] , "temperature":0.5}`;
    const response = await post('/v1/chat/completions', raw);
    expect([response.status, await response.json()]).toMatchObject([200, { usage: { prompt_tokens: 10 } }]);
    expect(getLast()).toMatchObject({ service, path: `${BASES[service]}/chat/completions`, raw });
  });

  it.each(MESSAGES)('passes messages through to %s at %s unchanged', async (service, path) => {
    const marked = '{"type":"text","text":"hi","cache_control":{"type":"ephemeral"}}';
    const raw = `{ "model":"${service}", "max_tokens": 9,\n"messages":[{"role":"user","content":[${marked}]}]}`;
    const response = await post('/v1/messages', raw);
    expect([response.status, await response.json()]).toMatchObject([200, { content: [{ text: 'Hello' }] }]);
    expect(getLast()).toMatchObject({ service, path, raw });
    expect(getLast().headers).toMatchObject({ 'anthropic-version': '2023-06-01' });
  });

  it.each(QUIRKS)(
    'sends $service only what it supports of $sent',
    async ({ service, model, sent, got, warnings }) => {
      const response = await post('/v1/chat/completions', { model: model ?? service, ...sent });
      expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('"Hel')]);
      expect(getLast().body).toEqual({ model: model ?? service, ...got });
      expect(response.headers.get('x-modelgate-warnings') ?? undefined).toBe(warnings);
    },
  );

  it.each(HABITS)(
    'sends %s its own parameter to reason with %i tokens',
    async (service, thinkingBudget, asked) => {
      const response = await post(`/v1beta/models/${service}:generateContent`, {
        contents: [{ role: 'user', parts: [{ text: 'hi' }] }],
        generationConfig: { maxOutputTokens: 50, thinkingConfig: { thinkingBudget } },
      });
      expect([response.status, getLast().body]).toMatchObject([200, asked]);
    },
  );

  it.each([
    ['minimax', 'generateContent'],
    ['stubborn', 'generateContent'],
    ['stubborn', 'streamGenerateContent?alt=sse'],
  ])('separates the reasoning of %s from its text, by %s', async (model, verb) => {
    const response = await post(`/v1beta/models/${model}:${verb}`, {
      contents: [{ role: 'user', parts: [{ text: 'hi' }] }],
      generationConfig: { thinkingConfig: { includeThoughts: true } },
    });
    const parts = [...(await response.text()).matchAll(/\{[^{}]*"text"[^{}]*\}/g)];
    const read = parts.map(([part]) => JSON.parse(part) as { text: string; thought?: boolean });
    const join = (isThought: boolean): string =>
      read.map(({ text, thought = false }) => (thought === isThought ? text : '')).join('');
    expect([join(true), join(false)]).toEqual(['Hmm.', 'Hello']);
  });

  it.each(
    FINISHES.flatMap(([service, reason, received]) =>
      ['generateContent', 'streamGenerateContent?alt=sse'].map((verb) => [service, reason, received, verb]),
    ),
  )('of %s reads %s as %s, by %s', async (_service, reason, received, verb) => {
    const response = await post(`/v1beta/models/${reason}:${verb}`, {
      contents: [{ role: 'user', parts: [{ text: 'hi' }] }],
    });
    expect(await response.text()).toMatch(new RegExp(`"finishReason": ?"${received}"`));
  });

  it.each(['generateContent', 'streamGenerateContent?alt=sse'])(
    'counts the cached tokens of Kimi, by %s',
    async (verb) => {
      const response = await post(`/v1beta/models/moonshot:${verb}`, {
        contents: [{ role: 'user', parts: [{ text: 'hi' }] }],
      });
      expect(await response.text()).toContain('"cachedContentTokenCount":6');
    },
  );

  it('applies the same changes to a judge', async () => {
    await post('/v1/moderations', { model: 'judge', input: 'hi' });
    expect(getLast().body).toMatchObject({ model: 'judge', reasoning_split: true });
  });

  it('charges the cost that OpenRouter returns, and sends the name of the application', async () => {
    const response = await post('/v1/chat/completions', { model: 'openrouter', messages: [USER] });
    expect(response.headers.get('x-modelgate-cost-usd')).toBe('0.002');
    expect(getLast().headers).toMatchObject({ 'http-referer': 'http://localhost', 'x-title': 'Modelgate' });
    await post('/v1/chat/completions', { model: 'app', messages: [USER] });
    expect(getLast().headers).toMatchObject({ 'http-referer': 'https://app.example', 'x-title': 'Ours' });
  });
});
