import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../harness/index.js';

describe('a chat request that passes through', () => {
  let upstream: FakeUpstream;
  let gateway: TestGateway;
  let client: OpenAI;

  beforeAll(async () => {
    upstream = await startFakeUpstream();
    gateway = await startTestGateway({
      channels: [
        {
          name: 'main',
          provider: 'openai-compatible',
          baseUrl: upstream.url,
          apiKey: 'sk-upstream-1',
          models: ['same-name', { id: 'public-name', upstream: 'vendor/model-7' }],
          headers: { 'x-team': 'a' },
        },
      ],
    });
    client = new OpenAI({ baseURL: gateway.baseUrl, apiKey: TEST_TOKEN, maxRetries: 0 });
  });

  beforeEach(() => {
    upstream.received.length = 0;
  });

  afterAll(async () => {
    await gateway.stop();
    await upstream.close();
  });

  it('answers the official client and says how it got there', async () => {
    const { data, response } = await client.chat.completions
      .create({ model: 'public-name', messages: [{ role: 'user', content: 'What is a gateway?' }] })
      .withResponse();
    expect(data.choices[0]?.message.content).toContain('What is a gateway?');
    expect(data.usage?.total_tokens).toBeGreaterThan(0);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-modelgate-channel': 'main',
      'x-modelgate-model': 'vendor/model-7',
      'x-modelgate-attempts': '1',
      'x-request-id': expect.stringMatching(/^req_[0-9a-f]{32}$/) as unknown,
    });
    expect(response.headers.get('request-id')).toBe(response.headers.get('x-request-id'));
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  it('sends the bytes on as they came, but for the name of the model', async () => {
    const body =
      '{ "messages":[{"role":"user","content":"caf\\u00e9 \\"x\\" \\ud83d\\ude00"}],\n "model" : "public-name",' +
      ' "seed":12345678901234567890, "x_unknown":{"deep":[1.0,2e3,null]}, "temperature": 0.70 }';
    const response = await post(gateway, body);
    expect(response.status).toBe(200);
    expect(upstream.received[0]?.rawBody.toString()).toBe(body.replace('"public-name"', '"vendor/model-7"'));
  });

  it('sends the very same bytes where the model has one name', async () => {
    const body = '{"model":"same-name","messages":[{"role":"user","content":"hi"}],"metadata":{"a":"b"}}';
    await post(gateway, body);
    expect(upstream.received[0]?.rawBody.toString()).toBe(body);
  });

  it('shows the upstream its own key and no credential of the client', async () => {
    const body = '{"model":"same-name","messages":[{"role":"user","content":"hi"}]}';
    await post(gateway, body, {
      'x-api-key': TEST_TOKEN,
      'x-goog-api-key': TEST_TOKEN,
      'api-key': TEST_TOKEN,
      cookie: 'a=b',
    });
    const [received] = upstream.received;
    expect(received?.headers['authorization']).toBe('Bearer sk-upstream-1');
    expect(received?.headers['x-team']).toBe('a');
    expect(received?.foreignCredentials).toEqual([]);
    expect(JSON.stringify(received?.headers)).not.toContain(TEST_TOKEN);
  });

  it('gives the client the answer byte for byte', async () => {
    const answer =
      '{"id":"x","object":"chat.completion", "choices":[ ],"vendor":{"n":1.50},"usage":{"prompt_tokens":3,"completion_tokens":4}}';
    upstream.script({ kind: 'json', body: answer });
    const response = await post(gateway, '{"model":"same-name","messages":[{"role":"user","content":"hi"}]}');
    expect(await response.text()).toBe(answer);
    const line = await gateway.getLog(response.headers.get('x-request-id') ?? '');
    expect(line).toMatchObject({ inputTokens: 3, outputTokens: 4, outcome: 'ok' });
  });
});

function post(gateway: TestGateway, body: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${gateway.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json', ...headers },
    body,
  });
}
