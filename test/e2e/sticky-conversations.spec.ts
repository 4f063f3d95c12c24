import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Anthropic from '@anthropic-ai/sdk';
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../harness/index.js';

describe('a conversation with several accounts to choose from', () => {
  let upstream: FakeUpstream;
  let gateway: TestGateway;

  beforeAll(async () => {
    upstream = await startFakeUpstream();
    const channel = {
      provider: 'anthropic',
      baseUrl: upstream.origin,
      apiKey: 'sk-upstream-1',
      models: ['claude'],
    };
    gateway = await startTestGateway({
      channels: ['one', 'two', 'three', 'four'].map((name) => ({ ...channel, name })),
    });
  });

  afterAll(async () => {
    await gateway.stop();
    await upstream.close();
  });

  it('stays with the one it began with, while conversations are spread over all', async () => {
    const client = new Anthropic({ baseURL: gateway.origin, apiKey: TEST_TOKEN, maxRetries: 0 });
    const seen = new Set<string | null>();
    for (let i = 0; i < 24; i += 1) {
      const messages: Anthropic.MessageParam[] = [{ role: 'user', content: `Conversation number ${i}` }];
      const channels: (string | null)[] = [];
      for (let turn = 0; turn < 3; turn += 1) {
        const { data, response } = await client.messages
          .create({ model: 'claude', max_tokens: 100, messages })
          .withResponse();
        channels.push(response.headers.get('x-modelgate-channel'));
        messages.push(
          { role: 'assistant', content: data.content },
          { role: 'user', content: `Turn ${turn}` },
        );
      }
      expect(new Set(channels).size).toBe(1);
      seen.add(channels[0] ?? null);
    }
    expect(seen.size).toBe(4);
  });
});
