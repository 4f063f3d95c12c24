import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FakeUpstream, startFakeUpstream } from '../../fake-upstream/index.js';
import { type TestGateway, startTestGateway } from '../../harness/index.js';
import { RealtimeClient, type ServerEvent } from '../../realtime/realtime-client.js';
import { hum } from './audio.js';
import { channelsTo } from './realtime-harness.js';

const TRANSCRIBED = 'conversation.item.input_audio_transcription.completed';
const NOT_TRANSCRIBED = 'conversation.item.input_audio_transcription.failed';

/** The session itself is one request. */
const TOKENS = {
  transcripts: { rpm: 3 },
  daily: { requestsPerDay: 3 },
  // A second of speech is ten tokens.
  seconds: { tpm: 100 },
  repeated: { rpm: 2 },
  moderated: { rpm: 3 },
  faulty: {},
  mistaken: {},
};
type Name = keyof typeof TOKENS;

const buildKey = (name: string): string => `sk-mg-${name}-0123456789abcdef`;

let upstream: FakeUpstream;
let gateway: TestGateway;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  gateway = await startTestGateway({
    sandbox: true,
    channels: channelsTo(upstream),
    policies: { moderation: { model: 'sandbox-moderation', action: 'flag' } },
    tokens: Object.entries(TOKENS).map(([name, limits]) => ({ name, key: buildKey(name), ...limits })),
  });
});

afterAll(async () => {
  await gateway.stop();
  await upstream.close();
});

async function begin(model: string, name: Name): Promise<RealtimeClient> {
  const url = `${gateway.baseUrl}/realtime?model=${model}`;
  const session = await RealtimeClient.connect(url, { token: buildKey(name) });
  await session.next('session.created');
  const input = { turn_detection: null };
  session.send({ type: 'session.update', session: { type: 'realtime', audio: { input } } });
  await session.next('session.updated');
  return session;
}

const isEnd = ({ type }: ServerEvent): boolean => type === TRANSCRIBED || type === NOT_TRANSCRIBED;

/** Sends a spoken turn, and returns the result of its transcription. */
async function speak(session: RealtimeClient, durationMs = 200): Promise<ServerEvent> {
  const from = session.events.length;
  session.send({ type: 'input_audio_buffer.append', audio: hum(durationMs).toString('base64') });
  session.send({ type: 'input_audio_buffer.commit' });
  return session.until(() => session.events.slice(from).find(isEnd), 'the end of a transcript');
}

const write = (session: RealtimeClient, text: string): void =>
  session.send({
    type: 'conversation.item.create',
    item: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
  });

const overLimit = { type: NOT_TRANSCRIBED, error: { code: 'rate_limit_exceeded' } };

describe('the transcripts of a session', () => {
  it.each(['transcripts', 'daily'] as const)('count as requests: %s', async (name) => {
    const session = await begin('sandbox-realtime', name);
    expect(await speak(session)).toMatchObject({ type: TRANSCRIBED });
    expect(await speak(session)).toMatchObject({ type: TRANSCRIBED });
    expect(await speak(session)).toMatchObject(overLimit);
    session.close();
  });

  it('count with their tokens', async () => {
    const session = await begin('sandbox-realtime', 'seconds');
    write(session, '[[words=60]]');
    session.send({ type: 'response.create', response: { output_modalities: ['text'] } });
    await session.next('response.done');
    expect(await speak(session)).toMatchObject({ type: TRANSCRIBED });
    expect(await speak(session, 5_000)).toMatchObject(overLimit);
    session.close();
  });

  it('end the session if they are rejected several times in a row', async () => {
    const session = await begin('sandbox-realtime', 'repeated');
    await speak(session);
    for (let count = 0; count < 100; count += 1) await speak(session);
    expect(await session.whenClosed()).toMatchObject({ code: 1008 });
  });
});

describe('the moderation of a forwarded event', () => {
  it('counts as a request; if it is rejected, so is the event', async () => {
    const session = await begin('gpt-realtime', 'moderated');
    const connection = await upstream.realtime.waitForConnection(upstream.realtime.connections.length - 1);
    for (const text of ['One.', 'Two.', 'Three.']) write(session, text);
    expect(await session.next('error')).toMatchObject({ error: { code: 'rate_limit_exceeded' } });
    const sent = connection.events.map(({ raw }) => raw).join('\n');
    expect([sent.includes('One.'), sent.includes('Two.'), sent.includes('Three.')]).toEqual([
      true,
      true,
      false,
    ]);
    session.close();
  });
});

describe('events that are rejected several times in a row', () => {
  it.each([
    ['gpt-realtime', 'faulty', { type: 'session.update', session: { type: 'realtime', model: 'another' } }],
    ['sandbox-realtime', 'mistaken', { type: 'conversation.item.delete', item_id: 'none' }],
  ] as const)('end the session with %s', async (model, name, event) => {
    const session = await begin(model, name);
    for (let count = 0; count < 100; count += 1) session.send(event);
    expect(await session.whenClosed()).toMatchObject({ code: 1008 });
    expect(session.events.at(-1)).toMatchObject({ type: 'error', error: { code: 'rate_limit_exceeded' } });
    expect(session.events.filter(({ type }) => type === 'error')).toHaveLength(101);
  });
});
