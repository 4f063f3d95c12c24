import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listProviders } from '#providers';
import { type CompatibleUpstream, startCompatibleUpstream } from '../../fake-upstream/compatible/index.js';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../../harness/index.js';

type Body = Record<string, unknown>;

/** What clients in the OpenAI style take as base URL, below the path of the service. */
const BASES: Record<string, string> = {
  deepseek: '',
  mistral: '/v1',
  qwen: '/compatible-mode/v1',
  moonshot: '/v1',
  zhipu: '/api/paas/v4',
  minimax: '/v1',
  xai: '/v1',
  openrouter: '/api/v1',
  groq: '/openai/v1',
  together: '/v1',
  fireworks: '/inference/v1',
  perplexity: '',
  siliconflow: '/v1',
  doubao: '/api/v3',
  nvidia: '/v1',
  huggingface: '/v1',
  cloudflare: '/accounts/a/ai/v1',
  vllm: '/v1',
  lmstudio: '/v1',
};

/** Where a client in the Anthropic style is sent on as it is. */
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

const USER = { role: 'user', content: 'hi' };
const TOOL = { type: 'function', function: { name: 'f', parameters: { type: 'object' } } };
const CALLS = [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }];
const CALLED = { role: 'assistant', content: null, tool_calls: CALLS };
const RESULT = { role: 'tool', tool_call_id: 'c1', content: '7' };
const MARKED = { type: 'text', text: 'hi', cache_control: { type: 'ephemeral' } };
const ECHOED = {
  role: 'assistant',
  content: 'yes',
  refusal: null,
  annotations: [],
  reasoning_content: 'Hmm.',
};

interface Quirk {
  service: string;
  model?: string;
  /** What a client in the OpenAI style sends beside the model, which OpenAI would take. */
  sent: Body;
  /** What the service gets of it. */
  got: Body;
  warnings?: string;
}

const QUIRKS: Quirk[] = [
  {
    service: 'mistral',
    sent: {
      messages: [USER],
      max_completion_tokens: 9,
      seed: 7,
      store: false,
      user: 'u',
      prompt_cache_key: 'k',
    },
    got: { messages: [USER], max_tokens: 9, random_seed: 7 },
    warnings: 'store, user, prompt_cache_key',
  },
  {
    service: 'mistral',
    sent: {
      messages: [{ role: 'developer', content: [MARKED] }, { ...USER, name: 'ann' }, ECHOED, USER],
      stream: true,
    },
    got: {
      messages: [
        { role: 'system', content: [{ type: 'text', text: 'hi' }] },
        USER,
        { role: 'assistant', content: 'yes' },
        USER,
      ],
      stream: true,
    },
  },
  {
    service: 'groq',
    sent: { messages: [USER, ECHOED, { ...USER, name: 'ann' }], store: true, verbosity: 'low', seed: 7 },
    got: { messages: [USER, { role: 'assistant', content: 'yes' }, USER], seed: 7 },
    warnings: 'store, verbosity',
  },
  {
    service: 'zhipu',
    sent: {
      messages: [
        { role: 'developer', content: 'be brief' },
        { role: 'user', content: [MARKED] },
      ],
      tools: [{ ...TOOL, cache_control: { type: 'ephemeral' } }],
      user: 'u'.repeat(200),
    },
    got: {
      messages: [
        { role: 'system', content: 'be brief' },
        { role: 'user', content: [{ type: 'text', text: 'hi' }] },
      ],
      tools: [TOOL],
      user: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  },
  {
    service: 'deepseek',
    sent: { messages: [{ role: 'developer', content: 'be brief' }, USER, CALLED, RESULT], tools: [TOOL] },
    got: {
      messages: [
        { role: 'system', content: 'be brief' },
        USER,
        { ...CALLED, reasoning_content: ' ' },
        RESULT,
      ],
      tools: [TOOL],
    },
  },
  {
    service: 'moonshot',
    sent: { messages: [USER, CALLED, RESULT], tools: [TOOL] },
    got: { messages: [USER, { ...CALLED, reasoning_content: ' ' }, RESULT], tools: [TOOL] },
  },
  {
    service: 'moonshot',
    sent: { messages: [USER, { ...CALLED, reasoning_content: 'why' }, RESULT], tools: [TOOL] },
    got: { messages: [USER, { ...CALLED, reasoning_content: 'why' }, RESULT], tools: [TOOL] },
  },
  {
    service: 'qwen',
    model: 'qwen3-32b',
    sent: { messages: [USER] },
    got: { messages: [USER], enable_thinking: false },
  },
  ...['openrouter', 'doubao'].map((service) => ({
    service,
    sent: { messages: [USER], user: 'u'.repeat(200) },
    got: { messages: [USER], user: expect.stringMatching(/^[0-9a-f]{64}$/) },
  })),
];

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
  gateway = await startTestGateway({ channels: [...channels, { ...attributed, models: ['app'] }] });
});

const EXTRA_MODELS: Record<string, string[]> = { qwen: ['qwen3-32b'], minimax: ['stubborn'] };

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
  it('is among these', () => {
    const known = listProviders().map(({ id }) => id);
    expect(Object.keys(BASES).filter((id) => !known.includes(id))).toEqual([]);
  });

  it.each(Object.keys(BASES))('passes chat through to %s as it came', async (service) => {
    const raw = `{ "model": "${service}",\n "messages": [{"role":"user", "content":"hi"}] , "temperature":0.5}`;
    const response = await post('/v1/chat/completions', raw);
    expect([response.status, await response.json()]).toMatchObject([200, { usage: { prompt_tokens: 10 } }]);
    expect(getLast()).toMatchObject({ service, path: `${BASES[service]}/chat/completions`, raw });
  });

  it.each(MESSAGES)('passes messages through to %s at %s as they came', async (service, path) => {
    const marked = '{"type":"text","text":"hi","cache_control":{"type":"ephemeral"}}';
    const raw = `{ "model":"${service}", "max_tokens": 9,\n"messages":[{"role":"user","content":[${marked}]}]}`;
    const response = await post('/v1/messages', raw);
    expect([response.status, await response.json()]).toMatchObject([200, { content: [{ text: 'Hello' }] }]);
    expect(getLast()).toMatchObject({ service, path, raw });
    expect(getLast().headers).toMatchObject({ 'anthropic-version': '2023-06-01' });
  });

  it.each(QUIRKS)(
    'sends $service what it takes of $sent',
    async ({ service, model, sent, got, warnings }) => {
      const response = await post('/v1/chat/completions', { model: model ?? service, ...sent });
      expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('"Hel')]);
      expect(getLast().body).toEqual({ model: model ?? service, ...got });
      expect(response.headers.get('x-modelgate-warnings') ?? undefined).toBe(warnings);
    },
  );

  it.each<[service: string, thinkingBudget: number, asked: Body]>([
    ['deepseek', 0, { thinking: { type: 'disabled' }, max_tokens: 50 }],
    ['deepseek', 4000, { thinking: { type: 'enabled' }, reasoning_effort: 'medium', max_tokens: 50 }],
    ['qwen', 0, { enable_thinking: false, max_completion_tokens: 50 }],
    ['qwen', 4000, { enable_thinking: true, thinking_budget: 4000 }],
    ['zhipu', 0, { thinking: { type: 'disabled' }, max_tokens: 50 }],
    ['minimax', 4000, { reasoning_split: true }],
    ['groq', 4000, { reasoning_effort: 'medium' }],
  ])('tells %s in its own words to reason with %i tokens', async (service, thinkingBudget, asked) => {
    const response = await post(`/v1beta/models/${service}:generateContent`, {
      contents: [{ role: 'user', parts: [{ text: 'hi' }] }],
      generationConfig: { maxOutputTokens: 50, thinkingConfig: { thinkingBudget } },
    });
    expect([response.status, getLast().body]).toMatchObject([200, asked]);
  });

  it.each([
    ['minimax', 'generateContent'],
    ['stubborn', 'generateContent'],
    ['stubborn', 'streamGenerateContent?alt=sse'],
  ])('tells what %s thinks from what it says, by %s', async (model, verb) => {
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

  it.each(['generateContent', 'streamGenerateContent?alt=sse'])(
    'counts what Kimi has cached, by %s',
    async (verb) => {
      const response = await post(`/v1beta/models/moonshot:${verb}`, {
        contents: [{ role: 'user', parts: [{ text: 'hi' }] }],
      });
      expect(await response.text()).toContain('"cachedContentTokenCount":6');
    },
  );

  it('charges what OpenRouter says, and says who asks', async () => {
    const response = await post('/v1/chat/completions', { model: 'openrouter', messages: [USER] });
    expect(response.headers.get('x-modelgate-cost-usd')).toBe('0.002');
    expect(getLast().headers).toMatchObject({ 'http-referer': 'http://localhost', 'x-title': 'Modelgate' });
    await post('/v1/chat/completions', { model: 'app', messages: [USER] });
    expect(getLast().headers).toMatchObject({ 'http-referer': 'https://app.example', 'x-title': 'Ours' });
  });
});
