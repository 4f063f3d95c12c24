import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { type FakeUpstream, type Reply, startFakeUpstream } from '../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../harness/index.js';
import { ManualClock } from './clock.js';

const HEDGE_MS = 40;
const RACED_MODELS = ['raced-vectors', 'raced-voice'];
const MODELS = ['vectors', 'voice', ...RACED_MODELS];

/** `race`: the prefix of models whose first byte is hedged. */
type Ask = (client: OpenAI, race: '' | 'raced-') => Promise<Response>;

/** Other operations than chat that are routed in the same way. */
const OPERATIONS: { operation: string; ask: Ask }[] = [
  {
    operation: 'embeddings',
    ask: async (client, race) => {
      const { data, response } = await client.embeddings
        .create({ model: `${race}vectors`, input: 'one two' })
        .withResponse();
      expect(data.data[0]?.embedding.length).toBeGreaterThan(0);
      return response;
    },
  },
  {
    operation: 'speech',
    ask: async (client, race) => {
      const response = await client.audio.speech.create({
        model: `${race}voice`,
        input: 'one two',
        voice: 'alloy',
      });
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(0);
      return response;
    },
  },
];

const FAULTS: { fault: string; reply: Reply; outcome: string; reason: string }[] = [
  { fault: '500', reply: { kind: 'error', status: 500 }, outcome: 'upstream-error', reason: 'failover' },
  { fault: 'a reset', reply: { kind: 'reset' }, outcome: 'upstream-unreachable', reason: 'failover' },
  { fault: 'silence', reply: { kind: 'hang' }, outcome: 'called-off', reason: 'hedge' },
];

const CASES = OPERATIONS.flatMap((operation) => FAULTS.map((fault) => ({ ...operation, ...fault })));

describe('requests of other operations than chat', () => {
  let first: FakeUpstream;
  let second: FakeUpstream;
  let gateway: TestGateway;
  let client: OpenAI;
  let clock: ManualClock;

  beforeAll(async () => {
    clock = new ManualClock();
    [first, second] = await Promise.all([startFakeUpstream(), startFakeUpstream()]);
    const channel = { provider: 'openai-compatible', apiKey: 'sk-upstream-1', models: MODELS };
    gateway = await startTestGateway({
      channels: [
        { ...channel, name: 'first', baseUrl: first.url, priority: 2 },
        { ...channel, name: 'second', baseUrl: second.url, priority: 1 },
      ],
      models: RACED_MODELS.map((id) => ({ id, hedgeMs: HEDGE_MS })),
    });
    client = new OpenAI({ baseURL: gateway.baseUrl, apiKey: TEST_TOKEN, maxRetries: 0 });
  });

  afterEach(() => {
    first.received.length = 0;
    second.received.length = 0;
    // Restores the retry budget that the previous cases have used.
    clock.pass(60);
  });

  afterAll(async () => {
    await gateway.stop();
    await Promise.all([first.close(), second.close()]);
    clock.giveBack();
  });

  it.each(CASES)(
    'continue with the second channel: $operation, $fault',
    async ({ ask, reply, outcome, reason }) => {
      first.script(reply);
      const response = await ask(client, reason === 'hedge' ? 'raced-' : '');
      expect(response.headers.get('x-modelgate-channel')).toBe('second');
      expect(response.headers.get('x-modelgate-attempts')).toBe('2');
      expect(await gateway.getLog(response.headers.get('x-request-id') ?? '')).toMatchObject({
        outcome: 'ok',
        attempts: [
          { channel: 'first', reason: 'first', outcome },
          { channel: 'second', reason, outcome: 'ok' },
        ],
      });
      expect([first.received.length, second.received.length]).toEqual([1, 1]);
    },
  );
});
