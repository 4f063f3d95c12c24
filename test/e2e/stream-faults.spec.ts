import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import OpenAI, { APIError } from 'openai';
import { type FakeUpstream, type Reply, startFakeUpstream } from '../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, eventually, startTestGateway } from '../harness/index.js';
import { RawClient, toEvents } from './raw-client.js';

const STREAM = {
  model: 'm',
  messages: [{ role: 'user' as const, content: 'one two three' }],
  stream: true as const,
};

const CHUNK = (word: string) =>
  `data: {"id":"1","choices":[{"index":0,"delta":{"role":"assistant","content":"${word}"},"finish_reason":null}]}\n\n`;

interface Fault {
  name: string;
  reply: Reply;
  /** The number of events before the fault. */
  events: number;
  outcome: string;
}

const FAULTS: Fault[] = [
  { name: 'a reset', reply: { kind: 'reset', afterEvents: 3 }, events: 3, outcome: 'upstream-interrupted' },
  { name: 'a cut', reply: { kind: 'truncate', afterEvents: 3 }, events: 3, outcome: 'upstream-interrupted' },
  {
    name: 'an early end',
    reply: { kind: 'end-early', afterEvents: 4 },
    events: 4,
    outcome: 'upstream-interrupted',
  },
  { name: 'silence', reply: { kind: 'stall', afterEvents: 2 }, events: 2, outcome: 'upstream-timeout' },
  {
    name: 'an error in the stream',
    reply: { kind: 'in-band-error', afterEvents: 2 },
    events: 2,
    outcome: 'upstream-error',
  },
  {
    name: 'a huge event',
    reply: { kind: 'oversized-event', bytes: 2 ** 21 },
    events: 1,
    outcome: 'upstream-bad-response',
  },
  {
    name: 'a huge event right behind a good one',
    reply: {
      kind: 'chunks',
      rawChunks: [`${CHUNK('a')}${CHUNK('b')}data: ${'x'.repeat(2 ** 21)}`, '\n\ndata: [DONE]\n\n'],
    },
    events: 2,
    outcome: 'upstream-bad-response',
  },
  {
    name: 'an end in the middle of an event',
    reply: { kind: 'chunks', rawChunks: [CHUNK('a'), 'data: {"id":"1","choi'] },
    events: 1,
    outcome: 'upstream-bad-response',
  },
];

describe('a stream that breaks after its first event', () => {
  let upstream: FakeUpstream;
  let spare: FakeUpstream;
  let gateway: TestGateway;
  let client: OpenAI;

  beforeAll(async () => {
    upstream = await startFakeUpstream();
    spare = await startFakeUpstream();
    const channel = { provider: 'openai-compatible', apiKey: 'sk-upstream-1', models: ['m'] };
    gateway = await startTestGateway({
      channels: [
        { ...channel, name: 'main', baseUrl: upstream.url, priority: 1, timeouts: { idleMs: 150 } },
        { ...channel, name: 'spare', baseUrl: spare.url },
      ],
    });
    client = new OpenAI({ baseURL: gateway.baseUrl, apiKey: TEST_TOKEN, maxRetries: 0 });
  });

  beforeEach(() => {
    upstream.received.length = 0;
    gateway.forgetFaults();
  });

  afterAll(async () => {
    await gateway.stop();
    await Promise.all([upstream.close(), spare.close()]);
  });

  describe.each(FAULTS)('by $name', ({ reply, events, outcome }) => {
    it('makes the official client throw, after the events before it', async () => {
      upstream.script(reply);
      const chunks: OpenAI.ChatCompletionChunk[] = [];
      const reading = async (): Promise<void> => {
        for await (const chunk of await client.chat.completions.create(STREAM)) chunks.push(chunk);
      };
      const error: unknown = await reading().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(APIError);
      expect(error).toMatchObject({ code: 'upstream_stream_error', type: 'server_error', param: null });
      expect(chunks).toHaveLength(events);
    });

    it('ends on the wire with the error, unfinished, and is logged', async () => {
      upstream.script(reply);
      const raw = RawClient.post(gateway, STREAM);
      await raw.closed();
      const { text, isWhole } = raw.body;
      const [last, ...before] = toEvents(text).toReversed();
      expect(isWhole).toBe(false);
      expect(text).not.toContain('[DONE]');
      expect(before).toHaveLength(events);
      expect(JSON.parse(last ?? '')).toEqual({
        error: {
          message: expect.any(String) as unknown,
          type: 'server_error',
          param: null,
          code: 'upstream_stream_error',
        },
      });
      expect(await gateway.getLog(raw.requestId)).toMatchObject({
        outcome,
        status: 200,
        attempts: [{ channel: 'main', outcome }],
      });
    });

    it('closes the exchange with the upstream, and tries no other channel', async () => {
      upstream.script(reply);
      const raw = RawClient.post(gateway, STREAM);
      await raw.closed();
      await eventually(() => upstream.openExchanges() === 0 || undefined);
      expect(spare.received).toEqual([]);
    });
  });

  it.each([
    ['on its own', [CHUNK('a'), CHUNK('b'), 'data: {"id":\n\n', CHUNK('c'), 'data: [DONE]\n\n']],
    ['among others', [`${CHUNK('a')}${CHUNK('b')}data: nonsense\n\n${CHUNK('c')}data: [DONE]\n\n`]],
  ])('forwards data that is not JSON as the upstream sent it: %s', async (_how, rawChunks) => {
    upstream.script({ kind: 'chunks', rawChunks });
    const raw = RawClient.post(gateway, STREAM);
    await eventually(() => raw.body.isWhole || undefined);
    expect(raw.body.text).toBe(rawChunks.join(''));
    raw.leave();
  });

  it('hides the key and the host if the upstream sends them in the stream', async () => {
    const host = new URL(upstream.url).host;
    const error = { error: { message: `Key sk-upstream-1 is not valid at ${host}.`, type: 'server_error' } };
    upstream.script({
      kind: 'chunks',
      events: [JSON.parse(CHUNK('a').slice('data: '.length)) as object, error],
    });
    const raw = RawClient.post(gateway, STREAM);
    await raw.closed();
    expect(raw.body.text).toContain('Key [hidden] is not valid at [hidden].');
    expect(raw.text).not.toContain(host);
  });
});
