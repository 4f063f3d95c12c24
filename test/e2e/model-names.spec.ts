import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../harness/index.js';
import { sendRaw } from '../raw-http/index.js';

const MESSAGES = [{ role: 'user', content: 'hi' }];

describe('a model name that would escape the path of its channel', () => {
  let gateway: TestGateway;
  let upstream: FakeUpstream;

  beforeAll(async () => {
    upstream = await startFakeUpstream();
    const apiKey = 'sk-upstream-1';
    const baseUrl = `${upstream.origin}/tenants/a`;
    gateway = await startTestGateway({
      channels: [
        { name: 'gemini', provider: 'gemini', baseUrl, apiKey, models: ['gem*', 'veo*'] },
        { name: 'azure', provider: 'azure-openai', baseUrl, apiKey, models: ['*'] },
      ],
    });
  });

  afterAll(async () => {
    await gateway.stop();
    await upstream.close();
  });

  const ask = async (method: 'GET' | 'POST', path: string, body = ''): Promise<number | undefined> => {
    const head =
      `${method} ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` +
      `content-type: application/json\r\nauthorization: Bearer ${TEST_TOKEN}\r\n\r\n`;
    return (await sendRaw(gateway.origin, head + body)).answers[0]?.status;
  };

  it.each([
    ['gemini-2.5-flash/../gemini-2.5-pro'],
    ['gem/../../../../x'],
    ['gemini/gem/../../x'],
    ['azure/..'],
    ['..'],
    ['.'],
    ['gem\ud800'],
  ])('is rejected before any upstream is called: %j', async (model) => {
    const statuses = await Promise.all([
      ask('POST', '/v1/chat/completions', JSON.stringify({ model, messages: MESSAGES })),
      ask('POST', '/v1/embeddings', JSON.stringify({ model, input: 'x' })),
      ask('POST', '/v1/video/generations', JSON.stringify({ model, prompt: 'x' })),
      ask('POST', '/v1/realtime/client_secrets', JSON.stringify({ session: { type: 'realtime', model } })),
    ]);
    expect(statuses).toEqual([400, 400, 400, 400]);
    expect(upstream.received).toEqual([]);
  });

  it.each([
    '/v1beta/models/gem/../../x:generateContent',
    '/v1beta/models/gem%2F..%2F..%2Fx:generateContent',
    '/v1beta/models/gem%252F%252e%252e%252Fx:generateContent',
    '/v1/models/%2e%2e%2Fgem:countTokens',
  ])('is rejected in a path: %s', async (path) => {
    expect(await ask('POST', path, '{"contents":[{"parts":[{"text":"hi"}]}]}')).toBe(400);
    expect(upstream.received).toEqual([]);
  });

  it('is not found in the list of models', async () => {
    expect(await ask('GET', '/v1/models/gem/../x')).toBe(400);
    expect(await ask('GET', '/v1/models/gem-x')).toBe(200);
  });
});
