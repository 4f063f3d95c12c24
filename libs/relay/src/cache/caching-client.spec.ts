import { describe, expect, it } from '@jest/globals';
import { MAX_STORED_BYTES } from '#idempotency';
import * as fc from 'fast-check';
import { RecordingClient } from './__fixtures__/recording-client.js';
import { type CacheKey } from './cache-key.js';
import { CachingClient } from './caching-client.js';
import { replayHit } from './replay-hit.js';
import { type AnswerToKeep } from './response-cache.js';

const KEY: CacheKey = { owner: 'ann', key: Buffer.alloc(32), ttlSeconds: 60 };
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'x-modelgate-channel': 'c',
  'x-modelgate-attempts': '2',
  'x-modelgate-cost-usd': '0.01',
};
const KEPT_HEADERS = { 'content-type': HEADERS['content-type'], 'x-modelgate-channel': 'c' };
const ORIGIN = { usage: { inputTokens: 1, outputTokens: 2 }, channel: 'c' };

interface Scene {
  connection: RecordingClient;
  client: CachingClient;
  kept: AnswerToKeep[];
}

function scene(): Scene {
  const kept: AnswerToKeep[] = [];
  const connection = new RecordingClient();
  const cache = { keep: async (_key: CacheKey, answer: AnswerToKeep) => void kept.push(answer) };
  return { connection, kept, client: new CachingClient(connection, cache, KEY) };
}

async function replay(answer: AnswerToKeep): Promise<RecordingClient> {
  const connection = new RecordingClient();
  const cached = { ...answer, keptAtMs: 0, expiresAtMs: 1 };
  await replayHit({ answer: cached, ageSeconds: 7 }, connection, { 'x-modelgate-cost-usd': '0' });
  return connection;
}

async function stream(client: CachingClient, chunks: readonly (Uint8Array | string)[]): Promise<void> {
  const end = client.openStream(HEADERS);
  for (const chunk of chunks) await end.write(chunk);
  end.end();
}

describe('an answer that was not in the cache', () => {
  it('says so and is kept once the request has succeeded', async () => {
    const { client, connection, kept } = scene();
    await client.sendWhole(HEADERS, Buffer.from('hello'));
    expect(connection).toMatchObject({
      headers: { ...HEADERS, 'x-modelgate-cache': 'miss' },
      body: Buffer.from('hello'),
      ended: 'whole',
    });
    expect(kept).toEqual([]);
    await client.keep(ORIGIN);
    expect(kept).toEqual([
      { isStreamed: false, headers: KEPT_HEADERS, body: Buffer.from('hello'), origin: ORIGIN },
    ]);
  });

  it('is not kept where it broke', async () => {
    const { client, connection, kept } = scene();
    const end = client.openStream(HEADERS);
    await end.write('data: 1\n\n');
    end.breakOff('data: broken\n\n');
    await client.keep(ORIGIN);
    expect([connection.ended, kept]).toEqual(['broken', []]);
  });

  it('is not kept where it never ended', async () => {
    const { client, kept } = scene();
    await client.openStream(HEADERS).write('data: 1\n\n');
    await client.keep(ORIGIN);
    expect(kept).toEqual([]);
  });

  it('is passed on, and not kept, where it is too large', async () => {
    const { client, connection, kept } = scene();
    const half = Buffer.alloc(MAX_STORED_BYTES / 2 + 1, 'x');
    await stream(client, [half, half, 'end']);
    await client.keep(ORIGIN);
    expect([connection.body.length, connection.ended, kept]).toEqual([MAX_STORED_BYTES + 5, 'stream', []]);
  });

  it('is kept as it was sent, though its chunks are overwritten', async () => {
    const { client, kept } = scene();
    const chunk = Buffer.from('abc');
    const end = client.openStream(HEADERS);
    await end.write(chunk);
    chunk.fill('x');
    end.end();
    await client.keep(ORIGIN);
    expect(kept[0]?.body.toString()).toBe('abc');
  });

  it('is given up with its client', () => {
    const { client, connection } = scene();
    connection.abort.abort(new Error('gone'));
    expect(client.signal.aborted).toBe(true);
  });
});

describe('an answer from the cache', () => {
  it('is the same byte for byte, however it was cut', async () => {
    const chunks = fc.array(fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.string()), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(chunks, async (sent) => {
        const { client, connection, kept } = scene();
        await stream(client, sent);
        await client.keep(ORIGIN);
        const [answer] = kept;
        if (answer === undefined) throw new Error('nothing was kept');
        const again = await replay(answer);
        expect(again.body).toEqual(connection.body);
        expect(again.ended).toBe('stream');
      }),
    );
  });

  it.each(['\n\n', '\r\n\r\n', '\r\r'])('is cut between events that end with %j', async (eventEnd) => {
    const events = Array.from({ length: 3_000 }, (_, index) => `data: {"index":${index}}${eventEnd}`).join(
      '',
    );
    const body = Buffer.from(events);
    const again = await replay({ isStreamed: true, headers: KEPT_HEADERS, body, origin: {} });
    expect(again.chunks.length).toBeGreaterThan(2);
    expect(again.chunks.filter((chunk) => !chunk.toString().endsWith(eventEnd))).toEqual([]);
    expect(again.body).toEqual(body);
  });

  it('says that it is, how old it is, and what is true of this request', async () => {
    const again = await replay({
      isStreamed: false,
      headers: KEPT_HEADERS,
      body: Buffer.from('hi'),
      origin: {},
    });
    expect(again).toMatchObject({ ended: 'whole', body: Buffer.from('hi') });
    expect(again.headers).toEqual({
      ...KEPT_HEADERS,
      'x-modelgate-cost-usd': '0',
      'x-modelgate-cache': 'hit',
      age: '7',
    });
  });

  it('breaks off where its client goes', async () => {
    const connection = new RecordingClient();
    const open = connection.openStream.bind(connection);
    connection.openStream = (headers) => ({
      ...open(headers),
      write: () => Promise.reject(new Error('gone')),
    });
    const answer = {
      isStreamed: true,
      headers: {},
      body: Buffer.from('hi'),
      origin: {},
      keptAtMs: 0,
      expiresAtMs: 1,
    };
    await expect(replayHit({ answer, ageSeconds: 0 }, connection)).rejects.toThrow('gone');
    expect(connection.ended).toBe('broken');
  });
});
