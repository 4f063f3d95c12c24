import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import OpenAI, { NotFoundError } from 'openai';
import {
  TEST_TOKEN,
  type TestDatabase,
  type TestGateway,
  createTestDatabase,
  eventually,
  startTestGateway,
} from '../harness/index.js';

const LIMITED_TOKEN = 'sk-mg-limited-0123456789abcdef';

/** Sorted after all others. */
const SANDBOX_MODELS = [
  'sandbox-chat',
  'sandbox-embedding',
  'sandbox-image',
  'sandbox-moderation',
  'sandbox-realtime',
  'sandbox-rerank',
  'sandbox-speech',
  'sandbox-transcribe',
  'sandbox-video',
];

describe('the list of models', () => {
  let database: TestDatabase;
  let gateway: TestGateway;

  beforeAll(async () => {
    database = await createTestDatabase();
    // As another version may have stored them: in an older format, and in an invalid one.
    const former = `INSERT INTO model_facts (id, facts) VALUES ('openai', '{"provider": "openai", "models": [{"name": "gpt-5-nano"}]}'), ('xai', '"?"')`;
    await database.query(former);
    const channel = { provider: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'k' };
    gateway = await startTestGateway({
      database,
      channels: [
        {
          ...channel,
          name: 'one',
          models: ['gamma', { id: 'vendor/alpha', upstream: 'a-1' }, 'wild-*', 'corrected-*'],
        },
        { ...channel, name: 'two', models: ['gamma'] },
        { ...channel, name: 'mute', provider: 'anthropic', models: ['beta'] },
        { ...channel, name: 'known', provider: 'anthropic', models: ['claude-*'] },
        { ...channel, name: 'known too', provider: 'openai', models: ['gpt-5-*'] },
        { ...channel, name: 'off', models: ['hidden'], enabled: false },
      ],
      models: [
        { id: 'beta', capabilities: ['speech'] },
        { id: 'corrected-embed', capabilities: ['chat', 'images'] },
        {
          id: 'vendor/alpha',
          limits: { context: 64_000, output: 4000 },
          parameters: { taken: ['tools'], refused: ['temperature'] },
          reasoning: { efforts: ['low', 'high'] },
        },
      ],
      tokens: [{ name: 'limited', key: LIMITED_TOKEN, models: ['vendor/*'] }],
    });
  });

  afterAll(async () => {
    await gateway.stop();
    await database.drop();
  });

  const openai = (apiKey = TEST_TOKEN): OpenAI =>
    new OpenAI({ baseURL: gateway.baseUrl, apiKey, maxRetries: 0 });

  it('has the models that can be called, for the OpenAI client', async () => {
    const { data } = await openai().models.list();
    expect(data.map(({ id, object, owned_by }) => ({ id, object, owned_by }))).toEqual([
      { id: 'gamma', object: 'model', owned_by: 'openai-compatible' },
      { id: 'vendor/alpha', object: 'model', owned_by: 'openai-compatible' },
      ...SANDBOX_MODELS.map((id) => ({ id, object: 'model', owned_by: 'sandbox' })),
    ]);
    expect(data[0]).not.toHaveProperty('stand_in');
    expect(data.at(-1)).toHaveProperty('stand_in', true);
    expect(data[0]?.created).toBeGreaterThan(1_700_000_000);
    expect(data[0]).toHaveProperty('capabilities', ['chat']);
  });

  it.each([
    ['wild-embed-text', ['embeddings', 'rerank']],
    ['wild-tts-1', ['speech']],
    ['gpt-5-nano', ['chat']],
    ['claude-opus-4-6', ['chat']],
    ['corrected-embed', ['chat', 'images']],
    ['sandbox-image', ['images']],
  ])('reports the purpose of %s', async (id, expected) => {
    expect(await openai().models.retrieve(id)).toHaveProperty('capabilities', expected);
  });

  it('finds a model by an id with a slash, or by a pattern', async () => {
    expect((await openai().models.retrieve('vendor/alpha')).id).toBe('vendor/alpha');
    expect((await openai().models.retrieve('wild-7')).id).toBe('wild-7');
    const plain = await get('/v1/models/vendor/alpha', { authorization: `Bearer ${TEST_TOKEN}` });
    expect(await plain.json()).toMatchObject({ id: 'vendor/alpha' });
  });

  it('has the facts of a model, in the format of each client', async () => {
    const asked = '/v1/models/claude-opus-4-6';
    const plain = await get(asked, { authorization: `Bearer ${TEST_TOKEN}` });
    expect(await plain.json()).toMatchObject({
      id: 'claude-opus-4-6',
      name: 'Claude Opus 4.6',
      context_length: 1_000_000,
      architecture: { input_modalities: ['text', 'image', 'pdf'], output_modalities: ['text'] },
      top_provider: { context_length: 1_000_000, max_completion_tokens: 128_000 },
      pricing: { prompt: '0.000005', completion: '0.000025', input_cache_read: '0.0000005' },
      supported_parameters: expect.arrayContaining(['temperature', 'tools', 'tool_choice']),
    });
    const refusing = await get('/v1/models/gpt-5-nano', { authorization: `Bearer ${TEST_TOKEN}` });
    expect(await refusing.json()).toMatchObject({
      unsupported_parameters: expect.arrayContaining(['temperature']),
      reasoning_efforts: ['minimal', 'low', 'medium', 'high'],
    });
    const anthropic = new Anthropic({ baseURL: gateway.origin, apiKey: TEST_TOKEN, maxRetries: 0 });
    expect(await anthropic.models.retrieve('claude-opus-4-6')).toMatchObject({
      display_name: 'Claude Opus 4.6',
      max_input_tokens: 1_000_000,
      max_tokens: 128_000,
    });
    const google = new GoogleGenAI({ apiKey: TEST_TOKEN, httpOptions: { baseUrl: gateway.origin } });
    expect(await google.models.get({ model: 'claude-opus-4-6' })).toMatchObject({
      displayName: 'Claude Opus 4.6',
      inputTokenLimit: 1_000_000,
      outputTokenLimit: 128_000,
    });
  });

  it('has the facts of a model in the config file', async () => {
    const plain = await get('/v1/models/vendor/alpha', { authorization: `Bearer ${TEST_TOKEN}` });
    expect(await plain.json()).toMatchObject({
      context_length: 64_000,
      top_provider: { context_length: 64_000, max_completion_tokens: 4000 },
      supported_parameters: expect.arrayContaining(['tools']),
      unsupported_parameters: expect.arrayContaining(['temperature']),
      reasoning_efforts: ['low', 'high'],
    });
  });

  it('has facts that were updated since the start, and logs once what it cannot read', async () => {
    const source = { url: 'https://example.com/', asOf: '2026-11-15' };
    const facts = {
      provider: 'anthropic',
      isMaker: true,
      hasDatedReleases: true,
      hosts: [],
      sources: { page: source },
      models: [
        {
          id: 'claude-next',
          kind: 'chat',
          limits: { context: 5 },
          price: { inputPerMTok: 2 },
          from: { limits: ['page'], price: ['page'] },
        },
      ],
    };
    await gateway.database.query('INSERT INTO model_facts (id, facts) VALUES ($1, $2)', [
      'anthropic',
      JSON.stringify(facts),
    ]);
    const model = await eventually(async () => {
      const response = await get('/v1/models/claude-next', { authorization: `Bearer ${TEST_TOKEN}` });
      const body = (await response.json()) as { context_length?: number };
      return body.context_length === undefined ? undefined : body;
    });
    expect(model).toMatchObject({ context_length: 5, pricing: { prompt: '0.000002' } });
    expect(
      gateway.logs.filter(({ msg }) => String(msg).startsWith('this version cannot read')),
    ).toMatchObject([{ providers: ['openai', 'xai'] }]);
  });

  it('has the member that Codex reads, with no models in it', async () => {
    const headers = { authorization: `Bearer ${TEST_TOKEN}` };
    const list = await get('/v1/models?client_version=0.166.0', headers);
    expect(await list.json()).toMatchObject({ object: 'list', models: [], data: expect.any(Array) });
    expect(await (await get('/v1/models', headers)).json()).not.toHaveProperty('models');
  });

  it('shows a token only the models that it may use', async () => {
    const { data } = await openai(LIMITED_TOKEN).models.list();
    expect(data.map(({ id }) => id)).toEqual(['vendor/alpha']);
    await expect(openai(LIMITED_TOKEN).models.retrieve('gamma')).rejects.toThrow(NotFoundError);
    await expect(openai().models.retrieve('hidden')).rejects.toMatchObject({
      status: 404,
      code: 'model_not_found',
      param: 'model',
    });
  });

  it('has pages for the Anthropic client', async () => {
    const client = new Anthropic({ baseURL: gateway.origin, apiKey: TEST_TOKEN, maxRetries: 0 });
    const ids: string[] = [];
    for await (const model of client.models.list({ limit: 1 })) ids.push(model.id);
    expect(ids).toEqual(['gamma', 'vendor/alpha', ...SANDBOX_MODELS]);
    expect(await client.models.retrieve('gamma')).toMatchObject({
      type: 'model',
      id: 'gamma',
      display_name: 'gamma',
    });
    await expect(client.models.retrieve('nothing')).rejects.toMatchObject({
      status: 404,
      type: 'not_found_error',
    });
  });

  it('has pages for the Google client', async () => {
    const client = new GoogleGenAI({ apiKey: TEST_TOKEN, httpOptions: { baseUrl: gateway.origin } });
    const names: (string | undefined)[] = [];
    for await (const model of await client.models.list({ config: { pageSize: 1 } })) names.push(model.name);
    expect(names).toEqual(['gamma', 'vendor/alpha', ...SANDBOX_MODELS].map((id) => `models/${id}`));
    expect((await client.models.get({ model: 'gamma' })).name).toBe('models/gamma');
    const missing = await get('/v1beta/models/nothing', { 'x-goog-api-key': TEST_TOKEN });
    expect(missing.status).toBe(404);
    expect(await missing.json()).toMatchObject({ error: { code: 404, status: 'NOT_FOUND' } });
  });

  it.each([
    [
      '/v1/models?limit=0',
      { 'anthropic-version': '2023-06-01' },
      { type: 'error', error: { type: 'invalid_request_error' } },
    ],
    ['/v1/models?after_id=x', { 'anthropic-version': '2023-06-01' }, { type: 'error' }],
    ['/v1beta/models?pageSize=zero', {}, { error: { code: 400, status: 'INVALID_ARGUMENT' } }],
    ['/v1beta/models?pageToken=bm8', {}, { error: { code: 400 } }],
  ])('rejects %s', async (path, headers, body) => {
    const response = await get(path, { authorization: `Bearer ${TEST_TOKEN}`, ...headers });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject(body);
  });

  it('requires a token', async () => {
    expect((await get('/v1/models', {})).status).toBe(401);
    expect((await get('/v1beta/models/gamma', {})).status).toBe(401);
  });

  function get(path: string, headers: Record<string, string>): Promise<Response> {
    return fetch(gateway.origin + path, { headers });
  }
});
