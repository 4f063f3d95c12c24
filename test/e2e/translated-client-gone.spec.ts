import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../harness/index.js';

const REPETITIONS = 10;

/** Where each format asks for a streamed answer, and how. */
const requests: [format: string, path: string, body: object][] = [
  [
    'messages',
    '/v1/messages',
    { model: 'm', max_tokens: 50, stream: true, messages: [{ role: 'user', content: 'hi' }] },
  ],
  ['responses', '/v1/responses', { model: 'm', stream: true, input: 'hi' }],
  [
    'generateContent',
    '/v1beta/models/m:streamGenerateContent?alt=sse',
    { contents: [{ parts: [{ text: 'hi' }] }] },
  ],
  [
    'generateContent below /v1',
    '/v1/models/m:streamGenerateContent?alt=sse',
    { contents: [{ parts: [{ text: 'hi' }] }] },
  ],
  ['completions', '/v1/completions', { model: 'm', stream: true, prompt: 'hi' }],
];

describe('a client that leaves in the middle of a translated stream', () => {
  let upstream: FakeUpstream;
  let gateway: TestGateway;

  beforeAll(async () => {
    upstream = await startFakeUpstream();
    gateway = await startTestGateway({
      channels: [
        {
          name: 'main',
          provider: 'openai-compatible',
          baseUrl: upstream.url,
          apiKey: 'sk-upstream-1',
          models: ['m'],
          formats: ['openai-chat'],
        },
      ],
    });
  });

  beforeEach(() => {
    upstream.received.length = 0;
  });

  afterAll(async () => {
    await gateway.stop();
    await upstream.close();
  });

  it.each(requests)('%s: the upstream sees it at once', async (_format, path, body) => {
    const delays: number[] = [];
    for (let i = 0; i < REPETITIONS; i += 1) {
      upstream.script({ kind: 'stall', afterEvents: 3 });
      const leaving = new AbortController();
      const response = await fetch(gateway.origin + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: leaving.signal,
      });
      expect(response.status).toBe(200);
      await response.body?.getReader().read();
      const leftAt = performance.now();
      leaving.abort();
      const abortedAt = await upstream.received[i]?.aborted;
      delays.push((abortedAt ?? Number.POSITIVE_INFINITY) - leftAt);
    }
    // One hiccup of a busy machine is allowed; a relay that does not follow its client is not.
    expect(delays.toSorted((a, b) => a - b).at(-2)).toBeLessThan(100);
  });
});
