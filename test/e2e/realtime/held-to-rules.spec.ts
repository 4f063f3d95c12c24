import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FakeUpstream, startFakeUpstream } from '../../fake-upstream/index.js';
import {
  TEST_TOKEN,
  type TestDatabase,
  type TestGateway,
  createTestDatabase,
  eventually,
  startTestGateway,
} from '../../harness/index.js';
import { RealtimeClient } from '../../realtime/realtime-client.js';
import { hum, quiet, splitChunks } from './audio.js';
import { channelsTo } from './realtime-harness.js';
import { readUsageRecords } from './usage-records.js';

const MODELS = ['claude', 'gpt-realtime', 'old-realtime'] as const;
const PRICE_USD = 0.01;
const VOICE = { transcribeModel: 'sandbox-transcribe', speechModel: 'sandbox-speech' };
const BETA = { 'openai-beta': 'realtime=v1' };

const buildKey = (model: string): string => `sk-mg-${model}-0123456789abcdef`;

describe('a session whose budget is used up', () => {
  let upstream: FakeUpstream;
  let database: TestDatabase;
  let gateway: TestGateway;

  beforeAll(async () => {
    [upstream, database] = await Promise.all([startFakeUpstream(), createTestDatabase()]);
    gateway = await startTestGateway({
      database,
      sandbox: true,
      channels: channelsTo(upstream),
      models: MODELS.map((id) => ({
        id,
        price: { perRequest: PRICE_USD },
        ...(id === 'claude' ? { realtime: VOICE } : {}),
      })),
      tokens: MODELS.map((model) => ({
        name: model,
        owner: model,
        key: buildKey(model),
        budgetUsd: PRICE_USD,
      })),
    });
  });

  afterAll(async () => {
    await gateway.stop();
    await upstream.close();
    await database.drop();
  });

  it.each(MODELS)('ends at the next turn of speech with %s', async (model) => {
    const session = await connect(gateway, model, buildKey(model));
    await speak(session);
    await session.next('response.done');
    const from = session.events.length;
    append(session, Buffer.concat([hum(500), quiet(700)]));
    expect(await session.whenClosed()).toMatchObject({ code: 1008 });
    expect(session.events.at(-1)).toMatchObject({ type: 'error', error: { code: 'insufficient_quota' } });
    expect(session.events.slice(from).filter(({ type }) => type.endsWith('audio.delta'))).toEqual([]);
    await gateway.getLog(session.requestId);
    await eventually(() => upstream.realtime.openConnections() === 0 || undefined);
    expect(upstream.openExchanges()).toBe(0);
    // A service that responds automatically has begun the second response before the gateway could reject it.
    const answers = model === 'claude' ? 1 : (upstream.realtime.connections.at(-1)?.responses.length ?? 0);
    await eventually(async () => (await countPaidResponses(model)) >= answers || undefined);
    expect(await countPaidResponses(model)).toBe(answers);
  });

  async function countPaidResponses(owner: string): Promise<number> {
    await gateway.flushUsage();
    const records = await readUsageRecords(database, owner);
    return records.filter(({ costMicroUsd = 0 }) => costMicroUsd > 0).length;
  }
});

describe('policies for clients of the first version', () => {
  let upstream: FakeUpstream;
  let gateway: TestGateway;

  beforeAll(async () => {
    upstream = await startFakeUpstream();
    gateway = await startTestGateway({
      channels: channelsTo(upstream),
      policies: { maxOutputTokens: 5, redact: ['email'] },
    });
  });

  afterAll(async () => {
    await gateway.stop();
    await upstream.close();
  });

  it.each([undefined, 4_000, 'inf'])('limit a response of %s tokens to the maximum', async (limit) => {
    for (const model of MODELS) {
      const session = await connect(gateway, model, TEST_TOKEN, BETA);
      const response = { modalities: ['text'], max_response_output_tokens: limit };
      const words = 'one two three four five six seven eight nine ten';
      const index = upstream.received.length;
      const done = await answer(session, words, response);
      if (model === 'claude') {
        const { rawBody } = await upstream.waitForRequest(index);
        expect(JSON.parse(rawBody.toString())).toMatchObject({ max_tokens: 5 });
      } else {
        expect(done).toMatchObject({ status: 'incomplete', usage: { output_tokens: 5 } });
      }
      await leave(session);
    }
  });

  it.each(MODELS)('hide private data from %s', async (model) => {
    const session = await connect(gateway, model, TEST_TOKEN, BETA);
    session.send({ type: 'session.update', session: { instructions: 'Ask ann@example.com.' } });
    await session.next('session.updated');
    await answer(session, 'I am ann@example.com', {
      modalities: ['text'],
      instructions: 'Or bob@example.com.',
    });
    await leave(session);
    const events = upstream.realtime.connections.at(-1)?.events.map(({ raw }) => raw) ?? [];
    const sent = model === 'claude' ? [upstream.received.at(-1)?.rawBody.toString()] : events;
    const text = sent.join('\n');
    expect(text).toContain('I am [email]');
    expect(text).toContain('Or [email].');
    expect(text).not.toContain('@example.com');
  });
});

async function connect(
  gateway: TestGateway,
  model: string,
  token: string,
  headers: Record<string, string> = {},
): Promise<RealtimeClient> {
  const session = await RealtimeClient.connect(`${gateway.baseUrl}/realtime?model=${model}`, {
    token,
    headers,
  });
  await session.next('session.created');
  return session;
}

function append(session: RealtimeClient, audio: Buffer): void {
  for (const chunk of splitChunks(audio)) {
    session.send({ type: 'input_audio_buffer.append', audio: chunk.toString('base64') });
  }
}

async function speak(session: RealtimeClient): Promise<void> {
  const input = { turn_detection: { type: 'server_vad', silence_duration_ms: 300 } };
  session.send({
    type: 'session.update',
    session: { type: 'realtime', output_modalities: ['text'], audio: { input } },
  });
  await session.next('session.updated');
  append(session, Buffer.concat([quiet(300), hum(500), quiet(700)]));
}

async function answer(session: RealtimeClient, text: string, response: object): Promise<unknown> {
  const item = { type: 'message', role: 'user', content: [{ type: 'input_text', text }] };
  session.send({ type: 'conversation.item.create', item });
  session.send({ type: 'response.create', response });
  return (await session.next('response.done'))['response'];
}

async function leave(session: RealtimeClient): Promise<void> {
  session.close();
  await session.whenClosed();
}
