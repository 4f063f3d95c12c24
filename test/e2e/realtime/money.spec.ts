import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FakeUpstream, directed, startFakeUpstream } from '../../fake-upstream/index.js';
import {
  type TestDatabase,
  type TestGateway,
  createTestDatabase,
  startTestGateway,
} from '../../harness/index.js';
import { RealtimeClient, type ServerEvent } from '../../realtime/realtime-client.js';
import { hum, quiet, splitChunks } from './audio.js';
import { type UsageRecord, readUsageRecords } from './usage-records.js';

/** Dollars for a million tokens, or millionths of a dollar for one. */
const PRICE = { inputPerMTok: 4, outputPerMTok: 16, audioInputPerMTok: 32, audioOutputPerMTok: 64 };
const WHISPER_PRICE = { perMinuteAudio: 0.6 };
const MICRO_USD_PER_INPUT_SECOND = 10_000;
const SENTENCE_PRICE = { perRequest: 0.001 };
const CHAT_PRICE = { inputPerMTok: 1, outputPerMTok: 2 };

const UPSTREAM = { apiKey: 'sk-upstream-1' };
const OWNERS = ['ga', 'beta', 'written', 'spoken'] as const;

type Owner = (typeof OWNERS)[number];
type CountedUsage = FakeUpstream['realtime']['responses'][number]['usage'];

/** A session, and the usage that its service or its events report. */
interface SessionUsage {
  requestId: string;
  /** The usage that the service itself has counted. */
  ledger: CountedUsage[];
  transcriptions: number;
  events: ServerEvent[];
}

describe('the cost of sessions', () => {
  let upstream: FakeUpstream;
  let database: TestDatabase;
  let gateway: TestGateway;
  const held = new Map<Owner, SessionUsage>();
  const books = new Map<Owner, UsageRecord[]>();

  beforeAll(async () => {
    [upstream, database] = await Promise.all([startFakeUpstream(), createTestDatabase()]);
    gateway = await startGateway(upstream, database);
    for (const owner of ['ga', 'beta'] as const) held.set(owner, await holdPassedThrough(owner));
    held.set('written', await holdWritten());
    held.set('spoken', await holdSpoken());
    await gateway.stop();
    for (const owner of OWNERS) books.set(owner, await readUsageRecords(database, owner));
  });

  afterAll(async () => {
    await upstream.close();
    await database.drop();
  });

  describe.each(['ga', 'beta'] as const)('with a realtime service, %s', (owner) => {
    const rows = (operation: string): UsageRecord[] =>
      (books.get(owner) ?? []).filter((row) => row.operation === operation);

    it('is one row for each response, with the counts of the service', () => {
      const ledger = held.get(owner)?.ledger ?? [];
      expect(ledger).toHaveLength(5);
      expect(rows('realtime').map(toCounts)).toEqual(ledger.map(toLedgerCounts));
      expect(rows('realtime').map(({ outcome, isEstimated }) => [outcome, isEstimated])).toEqual(
        ledger.map(() => ['ok', false]),
      );
    });

    it('follows the price, with audio and text separate', () => {
      const ledger = held.get(owner)?.ledger ?? [];
      expect(ledger.some(({ input_token_details: input }) => input.audio_tokens > 0)).toBe(true);
      expect(ledger.some(({ output_token_details: output }) => output.audio_tokens > 0)).toBe(true);
      expect(rows('realtime').map(({ costMicroUsd }) => costMicroUsd)).toEqual(ledger.map(computeCost));
    });

    it('has a row for the transcripts of another model', () => {
      expect(held.get(owner)?.transcriptions).toBe(1);
      expect(rows('transcription')).toMatchObject([
        { model: 'whisper-1', usage: { audioSeconds: 2 }, costMicroUsd: 2 * MICRO_USD_PER_INPUT_SECOND },
      ]);
    });

    it('has the id of the session and a number as its id', () => {
      const id = held.get(owner)?.requestId;
      const ids = (books.get(owner) ?? []).map(({ requestId }) => requestId).toSorted();
      expect(ids).toEqual([1, 2, 3, 4, 5, 6].map((number) => `${id}-${number}`));
    });

    it('is summed in the log line of the session', () => {
      const sums = (books.get(owner) ?? []).reduce((sum, { costMicroUsd = 0 }) => sum + costMicroUsd, 0);
      const line = sessionLine(held.get(owner)?.requestId);
      expect(line).toMatchObject({ requests: 6, costUsd: sums / 1_000_000 });
    });
  });

  it('with a chat model is one row for each response, as its last event reports', () => {
    const { requestId, events = [] } = held.get('written') ?? {};
    const usages = events.filter(({ type }) => type === 'response.done').map(usageIn);
    expect(usages).toHaveLength(2);
    expect(books.get('written')).toMatchObject(
      usages.map((usage, index) => ({
        requestId: `${requestId}-${index + 1}`,
        operation: 'chat',
        model: 'claude',
        isStreamed: true,
        outcome: 'ok',
        usage: { inputTokens: usage.input_tokens, outputTokens: usage.output_tokens },
        costMicroUsd: usage.input_tokens + 2 * usage.output_tokens,
      })),
    );
  });

  it('with a chat model that speaks is a row for each transcribed turn, each response and each sentence', () => {
    const { requestId } = held.get('spoken') ?? {};
    const rows = books.get('spoken') ?? [];
    expect(rows.map(({ operation }) => operation).toSorted()).toEqual([
      'chat',
      'speech',
      'speech',
      'transcription',
    ]);
    expect(new Set(rows.map((row) => row.requestId)).size).toBe(rows.length);
    for (const row of rows) expect(row.requestId).toMatch(new RegExp(`^${requestId}-[1-4]$`));
    const sentences = rows.filter(({ operation }) => operation === 'speech');
    expect(sentences.map(({ costMicroUsd }) => costMicroUsd)).toEqual([1_000, 1_000]);
    const sums = rows.reduce((sum, { costMicroUsd = 0 }) => sum + costMicroUsd, 0);
    expect(sessionLine(requestId)).toMatchObject({ requests: 4, costUsd: sums / 1_000_000 });
  });

  function sessionLine(requestId: string | undefined): unknown {
    return gateway.logs.find((line) => line['requestId'] === requestId && line['msg'] === 'request');
  }

  async function open(owner: Owner, model: string): Promise<RealtimeClient> {
    const client = await RealtimeClient.connect(`${gateway.baseUrl}/realtime?model=${model}`, {
      token: buildKey(owner),
    });
    await client.next('session.created');
    return client;
  }

  async function end(client: RealtimeClient): Promise<SessionUsage> {
    client.close();
    await client.whenClosed();
    await gateway.getLog(client.requestId);
    return { requestId: client.requestId, ledger: [], transcriptions: 0, events: client.events };
  }

  /** Responses to text, spoken, cancelled, cut off by their length, and a response to speech. */
  async function holdPassedThrough(owner: 'ga' | 'beta'): Promise<SessionUsage> {
    const client = await open(owner, owner === 'ga' ? 'gpt-realtime' : 'old-realtime');
    const service = await upstream.realtime.waitForConnection(upstream.realtime.connections.length - 1);
    await respond(client, 'one two three', { output_modalities: ['text'] });
    await respond(client, 'four five', {});
    const from = client.events.length;
    write(client, directed({ kind: 'slow', gapMs: 20 }));
    client.send({ type: 'response.create' });
    await client.next('response.output_audio.delta', from);
    client.send({ type: 'response.cancel' });
    await client.next('response.done', from);
    await respond(client, 'six seven eight', { output_modalities: ['text'], max_output_tokens: 2 });
    await speak(client);
    const summary = await end(client);
    const ledger = service.responses.map(({ usage }) => usage);
    return { ...summary, ledger, transcriptions: service.transcriptions.length };
  }

  async function holdWritten(): Promise<SessionUsage> {
    const client = await open('written', 'claude');
    await respond(client, 'one two three', { output_modalities: ['text'] });
    await respond(client, 'four five', { output_modalities: ['text'] });
    return end(client);
  }

  async function holdSpoken(): Promise<SessionUsage> {
    const client = await open('spoken', 'claude');
    await update(client, { turn_detection: null });
    for (const chunk of splitChunks(hum(400))) append(client, chunk);
    client.send({ type: 'input_audio_buffer.commit' });
    await client.next('conversation.item.input_audio_transcription.completed');
    await respond(client, 'Good day. How do you do?', {});
    return end(client);
  }
});

function buildKey(owner: Owner): string {
  return `sk-mg-${owner}-0123456789abcdef`;
}

async function startGateway(upstream: FakeUpstream, database: TestDatabase): Promise<TestGateway> {
  return startTestGateway({
    database,
    sandbox: true,
    channels: [
      {
        ...UPSTREAM,
        name: 'openai',
        provider: 'openai',
        baseUrl: upstream.url,
        models: ['gpt-realtime', 'whisper-1'],
      },
      {
        ...UPSTREAM,
        name: 'old',
        provider: 'openai-compatible',
        baseUrl: upstream.url,
        formats: ['openai-realtime-beta'],
        models: ['old-realtime'],
      },
      { ...UPSTREAM, name: 'anthropic', provider: 'anthropic', baseUrl: upstream.origin, models: ['claude'] },
    ],
    models: [
      { id: 'gpt-realtime', price: PRICE },
      { id: 'old-realtime', price: PRICE },
      { id: 'whisper-1', price: WHISPER_PRICE },
      {
        id: 'claude',
        price: CHAT_PRICE,
        realtime: { transcribeModel: 'sandbox-transcribe', speechModel: 'sandbox-speech' },
      },
      { id: 'sandbox-speech', price: SENTENCE_PRICE },
    ],
    tokens: OWNERS.map((owner) => ({ name: owner, owner, key: buildKey(owner) })),
  });
}

function write(client: RealtimeClient, text: string): void {
  const item = { type: 'message', role: 'user', content: [{ type: 'input_text', text }] };
  client.send({ type: 'conversation.item.create', item });
}

async function respond(client: RealtimeClient, text: string, response: object): Promise<void> {
  const from = client.events.length;
  write(client, text);
  client.send({ type: 'response.create', response });
  await client.next('response.done', from);
}

function append(client: RealtimeClient, audio: Buffer): void {
  client.send({ type: 'input_audio_buffer.append', audio: audio.toString('base64') });
}

async function update(client: RealtimeClient, input: object): Promise<void> {
  const from = client.events.length;
  client.send({ type: 'session.update', session: { type: 'realtime', audio: { input } } });
  await client.next('session.updated', from);
}

/** A turn that is transcribed and answered automatically. */
async function speak(client: RealtimeClient): Promise<void> {
  const turns = { type: 'server_vad', silence_duration_ms: 300 };
  await update(client, { transcription: { model: 'whisper-1' }, turn_detection: turns });
  const from = client.events.length;
  for (const chunk of splitChunks(Buffer.concat([hum(1_500), quiet(400)]))) append(client, chunk);
  await client.next('conversation.item.input_audio_transcription.completed', from);
  await client.next('response.done', from);
}

interface WireUsage {
  input_tokens: number;
  output_tokens: number;
}

function usageIn({ response }: ServerEvent): WireUsage {
  return (response as { usage: WireUsage }).usage;
}

function toCounts({ usage }: UsageRecord): object {
  const { inputTokens = 0, outputTokens = 0, audioInputTokens = 0, audioOutputTokens = 0 } = usage;
  return { inputTokens, outputTokens, audioInputTokens, audioOutputTokens };
}

function toLedgerCounts(usage: CountedUsage): object {
  return {
    inputTokens: usage.input_tokens,
    outputTokens: usage.output_tokens,
    audioInputTokens: usage.input_token_details.audio_tokens,
    audioOutputTokens: usage.output_token_details.audio_tokens,
  };
}

function computeCost({ input_token_details: input, output_token_details: output }: CountedUsage): number {
  return (
    input.text_tokens * PRICE.inputPerMTok +
    input.audio_tokens * PRICE.audioInputPerMTok +
    output.text_tokens * PRICE.outputPerMTok +
    output.audio_tokens * PRICE.audioOutputPerMTok
  );
}
