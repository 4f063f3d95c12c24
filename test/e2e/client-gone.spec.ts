import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type FakeUpstream, type Reply, startFakeUpstream } from '../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, eventually, startTestGateway } from '../harness/index.js';
import { RawClient } from './raw-client.js';
import { measureLeast } from '../cpu-time/index.js';

const REPETITIONS = 5;
const PROMPTLY_MS = 100;
const CHAT = { model: 'm', messages: [{ role: 'user' as const, content: 'one two three' }] };

interface Case {
  name: string;
  stream: boolean;
  reply: Reply;
  /** What the client has received when it disconnects. */
  afterText?: string;
}

const CASES: Case[] = [
  { name: 'before a response has begun', stream: false, reply: { kind: 'hang' } },
  { name: 'before a stream has begun', stream: true, reply: { kind: 'headers-then-hang' } },
  {
    name: 'during a slow response without streaming',
    stream: false,
    reply: { kind: 'slow', bytesPerWrite: 1, gapMs: 20 },
  },
  {
    name: 'in the middle of a stream',
    stream: true,
    reply: { kind: 'stall', afterEvents: 3 },
    afterText: '"two ',
  },
  {
    name: 'in the middle of an event',
    stream: true,
    reply: { kind: 'slow', bytesPerWrite: 200, gapMs: 20 },
    afterText: '"assistant"',
  },
];

/** The path and the body of a streamed request in each format. */
const TRANSLATED: [format: string, path: string, body: object][] = [
  [
    'messages',
    '/v1/messages',
    { model: 'translated', max_tokens: 50, stream: true, messages: [{ role: 'user', content: 'hi' }] },
  ],
  ['responses', '/v1/responses', { model: 'translated', stream: true, input: 'hi' }],
  [
    'generateContent',
    '/v1beta/models/translated:streamGenerateContent?alt=sse',
    { contents: [{ parts: [{ text: 'hi' }] }] },
  ],
  [
    'generateContent below /v1',
    '/v1/models/translated:streamGenerateContent?alt=sse',
    { contents: [{ parts: [{ text: 'hi' }] }] },
  ],
  ['completions', '/v1/completions', { model: 'translated', stream: true, prompt: 'hi' }],
];

describe('a client that disconnects', () => {
  let upstream: FakeUpstream;
  let spare: FakeUpstream;
  let gateway: TestGateway;

  beforeAll(async () => {
    [upstream, spare] = await Promise.all([startFakeUpstream(), startFakeUpstream()]);
    const channel = { provider: 'openai-compatible', apiKey: 'sk-upstream-1', models: ['m'] };
    gateway = await startTestGateway({
      channels: [
        { ...channel, name: 'main', baseUrl: upstream.url, priority: 1 },
        { ...channel, name: 'spare', baseUrl: spare.url },
        {
          ...channel,
          name: 'chat only',
          baseUrl: upstream.url,
          models: ['translated'],
          formats: ['openai-chat'],
        },
      ],
    });
  });

  beforeEach(() => {
    upstream.received.length = 0;
    gateway.logs.length = 0;
  });

  afterAll(async () => {
    await gateway.stop();
    await Promise.all([upstream.close(), spare.close()]);
  });

  const leaveAndMeasure = async ({ stream, reply, afterText }: Case): Promise<number> => {
    upstream.script(reply);
    const client = RawClient.post(gateway, { ...CHAT, stream });
    const request = await upstream.waitForRequest(upstream.received.length);
    if (afterText !== undefined) await client.waitFor(afterText);
    const leftAt = client.leave();
    return (await request.aborted) - leftAt;
  };

  it.each(CASES)(
    '$name closes the upstream connection at once, and no other channel is tried',
    async (scenario) => {
      let left = 0;
      const leave = (): Promise<number> => {
        left += 1;
        return leaveAndMeasure(scenario);
      };
      for (let count = 0; count < REPETITIONS; count += 1)
        expect(await measureLeast(PROMPTLY_MS, leave)).toBeLessThan(PROMPTLY_MS);

      const lines = await eventually(() => {
        const written = gateway.logs.filter(({ msg }) => msg === 'request');
        return written.length === left ? written : undefined;
      });
      expect(new Set(lines.map(({ outcome }) => outcome))).toEqual(new Set(['client-gone']));
      expect(spare.received).toEqual([]);
      await eventually(() => upstream.openConnections() === 0 || undefined);
      expect(upstream.openExchanges()).toBe(0);
    },
  );

  it.each(TRANSLATED)(
    'in the middle of a translated stream closes the upstream connection at once: %s',
    async (_format, path, body) => {
      const leave = async (): Promise<number> => {
        const index = upstream.received.length;
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
        const abortedAt = await upstream.received[index]?.aborted;
        return (abortedAt ?? Number.POSITIVE_INFINITY) - leftAt;
      };
      for (let count = 0; count < REPETITIONS; count += 1)
        expect(await measureLeast(PROMPTLY_MS, leave)).toBeLessThan(PROMPTLY_MS);
    },
  );
});
