import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type FakeUpstream, directed, startFakeUpstream } from '../../fake-upstream/index.js';
import { type TestGateway, eventually, startTestGateway } from '../../harness/index.js';
import { RealtimeClient } from '../../realtime/realtime-client.js';
import { channelsTo } from './realtime-harness.js';
import { type UsageRecord, readUsageRecords } from './usage-records.js';

type Direction = Parameters<typeof directed>[0];

const PRICE = { inputPerMTok: 1, outputPerMTok: 1 };
const MODELS = ['gpt-realtime', 'old-realtime'];

const TOKENS = 20;

let upstream: FakeUpstream;
let gateway: TestGateway;
/** Every test has its own owner. */
let owner = '';
let count = 0;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  gateway = await startTestGateway({
    channels: channelsTo(upstream),
    models: MODELS.map((id) => ({ id, price: PRICE })),
    tokens: Array.from({ length: TOKENS }, (_, index) => ({
      name: `token ${index}`,
      owner: `owner ${index}`,
      key: buildKey(index),
    })),
  });
});

beforeEach(() => {
  owner = `owner ${count}`;
  count += 1;
});

afterAll(async () => {
  await gateway.stop();
  await upstream.close();
});

/** Services that do not finish a response, or send its events in another order. */
describe.each(MODELS)('the recorded usage of responses by %s', (model) => {
  it('has no cost for a second response that is rejected because of the first', async () => {
    const session = await connect();
    ask(session, { kind: 'slow', gapMs: 20 });
    await session.next('response.output_text.delta');
    session.send({ type: 'response.create', event_id: 'too-early' });
    expect(await session.next('error')).toMatchObject({
      error: { code: 'conversation_already_has_active_response', event_id: 'too-early' },
    });
    await session.next('response.done');
    await leave(session);
    expect(await rows(2)).toMatchObject([
      { outcome: 'ok', isEstimated: false, usage: countsSeen()[0] },
      {
        outcome: 'upstream-rejected',
        costMicroUsd: 0,
        attempts: [{ error: { code: 'conversation_already_has_active_response' } }],
      },
    ]);
  });

  it('is correct if the second response is there first', async () => {
    const session = await connect();
    upstream.realtime.nextResponse({ kind: 'slow', gapMs: 30, text: 'one two three four five six seven' });
    upstream.realtime.nextResponse({ kind: 'say', text: 'short' });
    for (const text of ['first', 'second']) {
      const content = [{ type: 'input_text', text }];
      const input = [{ type: 'message', role: 'user', content }];
      session.send({
        type: 'response.create',
        response: { conversation: 'none', output_modalities: ['text'], input },
      });
    }
    await eventually(
      () => session.events.filter(({ type }) => type === 'response.done').length === 2 || undefined,
    );
    await leave(session);
    const written = await rows(2);
    expect(written.map(({ requestId }) => requestId.split('-').at(-1))).toEqual(['1', '2']);
    expect(written).toMatchObject(countsSeen().map((usage) => ({ outcome: 'ok', usage })));
    expect(countsSeen().map(({ outputTokens }) => outputTokens)).toEqual([7, 1]);
  });

  it('costs nothing if the service fails before any output', async () => {
    const session = await connect();
    ask(session, { kind: 'fail' });
    expect(await session.next('response.done')).toMatchObject({ response: { status: 'failed' } });
    await leave(session);
    expect(countsSeen()).toEqual([{ inputTokens: 0, outputTokens: 0 }]);
    expect(await rows(1)).toMatchObject([
      {
        outcome: expect.stringMatching(/upstream/),
        costMicroUsd: 0,
        attempts: [{ error: { message: expect.any(String) } }],
      },
    ]);
  });

  it.each<[string, Direction, number]>([
    ['closes the connection', { kind: 'cut', afterChunks: 3 }, 1011],
    ['is restarted', { kind: 'close', afterChunks: 3, code: 1012 }, 1012],
    ['ends the session', { kind: 'close', afterChunks: 3, code: 1000 }, 1011],
  ])('is an estimate if the service %s in the middle of a response', async (_what, direction, code) => {
    const session = await connect();
    ask(session, direction);
    expect(await session.whenClosed()).toMatchObject({ code });
    expect(session.events.at(-1)).toMatchObject({ type: 'error' });
    await gateway.getLog(session.requestId);
    const written = await rows(1);
    expect(written).toMatchObject([{ outcome: expect.stringMatching(/upstream/), isEstimated: true }]);
    expect(written[0]?.costMicroUsd).toBeGreaterThan(0);
  });

  it('is an estimate if the client disconnects in the middle of a response', async () => {
    const session = await connect();
    ask(session, { kind: 'stall', afterChunks: 3 });
    await session.next('response.output_text.delta');
    session.socket.terminate();
    await gateway.getLog(session.requestId);
    const written = await rows(1);
    expect(written).toMatchObject([{ outcome: 'client-gone', isEstimated: true }]);
    expect(written[0]?.costMicroUsd).toBeGreaterThan(0);
  });

  async function connect(): Promise<RealtimeClient> {
    const url = `${gateway.baseUrl}/realtime?model=${model}`;
    const session = await RealtimeClient.connect(url, { token: buildKey(count - 1) });
    await session.next('session.created');
    return session;
  }
});

async function leave(session: RealtimeClient): Promise<void> {
  session.close();
  await session.whenClosed();
  await gateway.getLog(session.requestId);
}

/** Waits for so many records; in the order in which the responses were requested. */
async function rows(atLeast: number): Promise<UsageRecord[]> {
  const found = await eventually(async () => {
    await gateway.flushUsage();
    const records = await readUsageRecords(gateway.database, owner);
    return records.length >= atLeast ? records : undefined;
  });
  return found.toSorted((one, other) => one.requestId.localeCompare(other.requestId));
}

/** The usage that the service itself has counted. */
function countsSeen(): { inputTokens: number; outputTokens: number }[] {
  const responses = upstream.realtime.connections.at(-1)?.responses ?? [];
  return responses.map(({ usage }) => ({
    inputTokens: usage.input_tokens,
    outputTokens: usage.output_tokens,
  }));
}

function buildKey(index: number): string {
  return `sk-mg-unusual-${index}-0123456789abcdef`;
}

function ask(session: RealtimeClient, direction: Direction): void {
  const item = {
    type: 'message',
    role: 'user',
    content: [{ type: 'input_text', text: directed(direction) }],
  };
  session.send({ type: 'conversation.item.create', item });
  session.send({ type: 'response.create', response: { output_modalities: ['text'] } });
}
