import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../harness/index.js';

const KEYS = ['sk-upstream-1', 'sk-upstream-2', 'sk-upstream-3'];

describe('several keys of one channel', () => {
  let upstream: FakeUpstream;
  let gateway: TestGateway;

  beforeAll(async () => {
    upstream = await startFakeUpstream({ apiKeys: KEYS });
    gateway = await startTestGateway({
      channels: [
        { name: 'main', provider: 'openai-compatible', baseUrl: upstream.url, apiKeys: KEYS, models: ['m'] },
      ],
    });
  });

  afterAll(async () => {
    await gateway.stop();
    await upstream.close();
  });

  it('take turns', async () => {
    const client = new OpenAI({ baseURL: gateway.baseUrl, apiKey: TEST_TOKEN, maxRetries: 0 });
    for (let count = 0; count < 7; count += 1) {
      await client.chat.completions.create({ model: 'm', messages: [{ role: 'user', content: 'hi' }] });
    }
    const used = upstream.received.map(({ headers }) => headers['authorization']);
    expect(used).toEqual([...KEYS, ...KEYS, KEYS[0]].map((key) => `Bearer ${key}`));
  });
});
