import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../harness/index.js';

describe('a field that is lost in translation', () => {
  let upstream: FakeUpstream;
  let gateway: TestGateway;

  beforeAll(async () => {
    upstream = await startFakeUpstream();
    gateway = await startTestGateway({
      channels: [
        {
          name: 'a',
          provider: 'anthropic',
          baseUrl: upstream.origin,
          apiKey: 'sk-upstream-1',
          models: ['claude'],
        },
        {
          name: 'b',
          provider: 'openai-compatible',
          baseUrl: upstream.url,
          apiKey: 'sk-upstream-1',
          models: ['gpt'],
        },
      ],
    });
  });

  afterAll(async () => {
    await gateway.stop();
    await upstream.close();
  });

  const chat = (body: object, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${gateway.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ model: 'claude', messages: [{ role: 'user', content: 'hi' }], ...body }),
    });

  it('is named in a header and in the log, by the client’s own name', async () => {
    const response = await chat({ seed: 7, presence_penalty: 1, x_vendor_field: true });
    expect(response.status).toBe(200);
    const lost = (response.headers.get('x-modelgate-warnings') ?? '').split(', ').toSorted();
    expect(lost).toEqual(['presence_penalty', 'seed', 'x_vendor_field']);
    const line = await gateway.getLog(response.headers.get('x-request-id') ?? '');
    expect(line['warnings']).toEqual(expect.arrayContaining(['seed']));
  });

  it('causes no warning if nothing is lost', async () => {
    const response = await chat({ temperature: 0.5 });
    expect(response.headers.get('x-modelgate-warnings')).toBeNull();
    const passed = await chat({ model: 'gpt', seed: 7, x_vendor_field: true });
    expect(passed.headers.get('x-modelgate-warnings')).toBeNull();
  });

  it('is rejected in strict mode, and nothing is sent', async () => {
    const before = upstream.received.length;
    const response = await chat({ seed: 7 }, { 'x-modelgate-strict': 'true' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { param: 'seed', code: 'unsupported_parameter' } });
    expect(upstream.received).toHaveLength(before);
  });

  it.each([
    [{ n: 2 }, 'n'],
    [{ logprobs: true }, 'logprobs'],
    [{ tools: [{ type: 'web_search' }] }, 'tools[0].type'],
  ])('is rejected if it changes the meaning: %j', async (body, param) => {
    const response = await chat(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { param } });
  });

  it('is reported in the dialect of the client', async () => {
    const response = await fetch(`${gateway.origin}/v1/messages`, {
      method: 'POST',
      headers: { 'x-api-key': TEST_TOKEN, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'gpt',
        max_tokens: 100,
        top_k: 5,
        messages: [{ role: 'user', content: 'hi' }],
      }),
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('x-modelgate-warnings')).toBe('top_k');
    const refused = await fetch(`${gateway.origin}/v1/messages`, {
      method: 'POST',
      headers: { 'x-api-key': TEST_TOKEN, 'content-type': 'application/json', 'vendor-version': 'banana' },
      body: '{}',
    });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ type: 'error', error: { type: 'invalid_request_error' } });
  });
});
