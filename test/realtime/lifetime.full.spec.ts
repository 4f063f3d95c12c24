import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type FakeUpstream, directed, startFakeUpstream } from '../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, channelTo, startTestGateway } from '../harness/index.js';
import { RealtimeClient, getRefusal } from './realtime-client.js';
import { measureLeast } from '../cpu-time/index.js';

const RESTART = { code: 1012, notices: ['The gateway is shutting down. Connect again.'] };

type Direction = Parameters<typeof directed>[0];

const MINUTE_MS = 60_000;
/** The number of attempts until a session ends fast enough, each time with another token. */
const ATTEMPTS = 3;
const NAMES = [
  'stays',
  'short',
  ...['disabled', 'deleted', 'expired'].flatMap((name) =>
    Array.from({ length: ATTEMPTS }, (_, attempt) => `${name}-${attempt}`),
  ),
];

function buildKey(name: string): string {
  return `sk-mg-${name}-0123456789abcdef`;
}

/** A model with a realtime service, and a chat model. */
function channelsTo(upstream: FakeUpstream): object[] {
  return [
    { ...channelTo(upstream), formats: ['openai-realtime', 'openai-chat'] },
    { ...channelTo(upstream), name: 'writer', formats: ['openai-chat'], models: ['writer'] },
  ];
}

describe('the lifetime of a session', () => {
  let upstream: FakeUpstream;
  let gateway: TestGateway;

  beforeAll(async () => {
    upstream = await startFakeUpstream();
    const inHalfAnHour = new Date(Date.now() + 30 * MINUTE_MS).toISOString();
    gateway = await startTestGateway({
      channels: channelsTo(upstream),
      tokens: NAMES.map((name) => ({
        name,
        key: buildKey(name),
        ...(name === 'short' ? { expiresAt: inHalfAnHour } : {}),
      })),
    });
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  afterAll(async () => {
    await gateway.stop();
    await upstream.close();
  });

  describe.each([
    ['disabled', 'UPDATE tokens SET enabled = false', 'disabled_api_key'],
    ['deleted', 'DELETE FROM tokens', 'invalid_api_key'],
    ['expired', 'UPDATE tokens SET expires_at = now()', 'expired_api_key'],
  ] as const)('a token that is %s', (name, change, code) => {
    it('ends its sessions within a second, and no others', async () => {
      const other = await begin(gateway, 'm', buildKey('stays'));
      let attempt = 0;
      const endSessions = async (): Promise<number> => {
        const token = `${name}-${attempt}`;
        attempt += 1;
        const key = buildKey(token);
        const sessions = [await begin(gateway, 'm', key), await begin(gateway, 'writer', key)];
        await gateway.database.query(`${change} WHERE name = $1`, [token]);
        const changedAtMs = performance.now();
        const closings = await Promise.all(sessions.map((session) => session.whenClosed()));
        const tookMs = performance.now() - changedAtMs;
        expect(closings).toMatchObject([{ code: 1008 }, { code: 1008 }]);
        for (const session of sessions) {
          expect(session.events.at(-1)).toMatchObject({ type: 'error', error: { code } });
          expect(await gateway.getLog(session.requestId)).toMatchObject({ closeCode: 1008 });
        }
        return tookMs;
      };
      expect(await measureLeast(1_000, endSessions, ATTEMPTS)).toBeLessThan(1_000);
      expect(other.closed).toBeUndefined();
      other.close();
      await other.whenClosed();
    });
  });

  it('ends when its token expires', async () => {
    const session = await begin(gateway, 'm', buildKey('short'));
    pass(Date, 30 * MINUTE_MS);
    expect(await awaitEnd(session)).toEqual({ closeCode: 1008, loggedCode: 1008, code: 'expired_api_key' });
  });

  it.each(['m', 'writer'])('ends after an hour with %s', async (model) => {
    const session = await begin(gateway, model);
    pass(Date, 60 * MINUTE_MS);
    expect(await awaitEnd(session)).toEqual({ closeCode: 1001, loggedCode: 1001, code: 'session_expired' });
  });

  it.each(['m', 'writer'])('ends with %s after a quarter of an hour without messages', async (model) => {
    const session = await begin(gateway, model);
    pass(performance, 14 * MINUTE_MS);
    session.send({ type: 'input_audio_buffer.clear' });
    await session.next('input_audio_buffer.cleared');
    pass(performance, 28 * MINUTE_MS);
    session.send({ type: 'input_audio_buffer.clear' });
    await session.until(
      () => session.events.filter(({ type }) => type === 'input_audio_buffer.cleared')[1],
      'a second answer',
    );
    pass(performance, 43 * MINUTE_MS);
    expect(await awaitEnd(session)).toEqual({ closeCode: 1001, loggedCode: 1001, code: 'session_idle' });
  });

  it('ends at the service when its client has disappeared', async () => {
    const session = await begin(gateway, 'm');
    const connection = await upstream.realtime.waitForConnection(upstream.realtime.connections.length - 1);
    ask(session, { kind: 'stall', afterChunks: 2 });
    await session.next('response.output_text.delta');
    session.socket.terminate();
    expect(await connection.closed).toMatchObject({ code: 1000 });
    expect(await gateway.getLog(session.requestId)).toMatchObject({ closeCode: 1006, requests: 1 });
  });

  it('has its response cancelled when its client has disappeared', async () => {
    const session = await begin(gateway, 'writer');
    const index = upstream.received.length;
    upstream.script({ kind: 'stall', afterEvents: 2 });
    ask(session);
    const request = await upstream.waitForRequest(index);
    await session.next('response.output_text.delta');
    session.socket.terminate();
    await request.aborted;
    expect(await gateway.getLog(session.requestId)).toMatchObject({ closeCode: 1006, requests: 1 });
  });

  async function awaitEnd(session: RealtimeClient): Promise<object> {
    const { code: closeCode } = await session.whenClosed();
    const { closeCode: loggedCode } = await gateway.getLog(session.requestId);
    return { closeCode, loggedCode, code: listErrors(session).at(-1)?.code };
  }
});

describe('a gateway that is stopped', () => {
  let upstream: FakeUpstream;

  beforeAll(async () => {
    upstream = await startFakeUpstream();
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  afterAll(() => upstream.close());

  it('closes all sessions without a running response at once', async () => {
    const gateway = await startTestGateway({ channels: channelsTo(upstream) });
    const sessions = await Promise.all(['m', 'm', 'writer', 'writer'].map((model) => begin(gateway, model)));
    const stopping = gateway.stop();
    expect(await Promise.all(sessions.map(readClosing))).toEqual(sessions.map(() => RESTART));
    await stopping;
  });

  it('finishes responses, and accepts no new session', async () => {
    const gateway = await startTestGateway({ channels: channelsTo(upstream) });
    const [speaker, writer] = [await begin(gateway, 'm'), await begin(gateway, 'writer')];
    ask(speaker, { kind: 'slow', gapMs: 50 });
    upstream.script({ kind: 'chunks', gapMs: 50 });
    ask(writer);
    const sessions = [speaker, writer];
    await Promise.all(sessions.map((session) => session.next('response.output_text.delta')));
    const stopping = gateway.stop();
    await Promise.all(sessions.map((session) => session.next('error')));
    const late = await getRefusal(`${gateway.baseUrl}/realtime?model=m`, { token: TEST_TOKEN });
    expect(late).toMatchObject({ status: 503, error: { code: 'server_shutting_down' } });
    expect(await Promise.all(sessions.map(readClosing))).toEqual([RESTART, RESTART]);
    await stopping;
    for (const session of sessions) {
      const types = session.events.map(({ type }) => type);
      expect(types.indexOf('error')).toBeLessThan(types.indexOf('response.done'));
      expect(await session.next('response.done')).toMatchObject({ response: { status: 'completed' } });
    }
  });

  it('waits for a response only for a limited time', async () => {
    const gateway = await startTestGateway({ channels: channelsTo(upstream) });
    const session = await begin(gateway, 'm');
    ask(session, { kind: 'stall', afterChunks: 2 });
    await session.next('response.output_text.delta');
    const stopping = gateway.stop();
    await session.next('error');
    expect(session.closed).toBeUndefined();
    pass(performance, 10_000);
    expect(await readClosing(session)).toEqual(RESTART);
    await stopping;
  });
});

async function begin(gateway: TestGateway, model: string, token = TEST_TOKEN): Promise<RealtimeClient> {
  const session = await RealtimeClient.connect(`${gateway.baseUrl}/realtime?model=${model}`, { token });
  await session.next('session.created');
  return session;
}

function ask(session: RealtimeClient, direction?: Direction): void {
  const text =
    direction === undefined ? 'Tell me all that there is to be told about it.' : directed(direction);
  session.send({
    type: 'conversation.item.create',
    item: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
  });
  session.send({ type: 'response.create', response: { output_modalities: ['text'] } });
}

/** The last events before the connection was closed, and its close code. */
async function readClosing(session: RealtimeClient): Promise<object> {
  const { code } = await session.whenClosed();
  return { code, notices: listErrors(session).map(({ message }) => message) };
}

function listErrors({ events }: RealtimeClient): { code: string; message: string }[] {
  return events
    .filter(({ type }) => type === 'error')
    .map(({ error }) => error as { code: string; message: string });
}

/** Moves the clock forward by so much at once, for as long as the test runs. */
function pass(clock: { now(): number }, byMs: number): void {
  jest.restoreAllMocks();
  const now = clock.now.bind(clock);
  jest.spyOn(clock, 'now').mockImplementation(() => now() + byMs);
}
