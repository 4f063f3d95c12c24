import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type FakeUpstream, type Reply, startFakeUpstream } from '../fake-upstream/index.js';
import { type TestGateway, eventually, startTestGateway } from '../harness/index.js';
import { RawClient } from './raw-client.js';

const REPETITIONS = 20;
const PROMPTLY_MS = 100;
const CHAT = { model: 'm', messages: [{ role: 'user' as const, content: 'one two three' }] };

interface Case {
  name: string;
  stream: boolean;
  reply: Reply;
  /** What the client has received when it leaves. */
  afterText?: string;
}

const CASES: Case[] = [
  { name: 'before an answer has begun', stream: false, reply: { kind: 'hang' } },
  { name: 'before a stream has begun', stream: true, reply: { kind: 'headers-then-hang' } },
  {
    name: 'while a whole answer drips in',
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

describe('a client that leaves', () => {
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

  it.each(CASES)('$name frees the upstream at once, and nothing else is tried', async (scenario) => {
    const delaysMs: number[] = [];
    for (let count = 0; count < REPETITIONS; count += 1) delaysMs.push(await leaveAndMeasure(scenario));
    const [, secondSlowestMs] = delaysMs.toSorted((a, b) => b - a);
    expect(secondSlowestMs).toBeLessThan(PROMPTLY_MS);

    const lines = await eventually(() => {
      const written = gateway.logs.filter(({ msg }) => msg === 'request');
      return written.length === REPETITIONS ? written : undefined;
    });
    expect(new Set(lines.map(({ outcome }) => outcome))).toEqual(new Set(['client-gone']));
    expect(spare.received).toEqual([]);
    await eventually(() => upstream.openConnections() === 0 || undefined);
    expect(upstream.openExchanges()).toBe(0);
  });
});
