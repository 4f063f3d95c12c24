import { describe, expect, it } from '@jest/globals';
import { MAX_STORED_BYTES } from '#idempotency';
import * as fc from 'fast-check';
import { RecordingClient } from './__fixtures__/recording-client.js';
import { type CacheKey } from './cache-key.js';
import { CachingClient } from './caching-client.js';
import { replayHit } from './replay-hit.js';
import { type NewEntry } from './response-cache.js';

const KEY: CacheKey = { owner: 'ann', key: Buffer.alloc(32), ttlSeconds: 60 };
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'x-modelgate-channel': 'c',
  'x-modelgate-attempts': '2',
  'x-modelgate-cost-usd': '0.01',
};
const STORED_HEADERS = { 'content-type': HEADERS['content-type'], 'x-modelgate-channel': 'c' };
const ORIGIN = { usage: { inputTokens: 1, outputTokens: 2 }, channel: 'c' };

interface Harness {
  connection: RecordingClient;
  client: CachingClient;
  stored: NewEntry[];
}

function createHarness(): Harness {
  const stored: NewEntry[] = [];
  const connection = new RecordingClient();
  const cache = { keep: async (_key: CacheKey, answer: NewEntry) => void stored.push(answer) };
  return { connection, stored, client: new CachingClient(connection, cache, KEY) };
}

async function replay(answer: NewEntry): Promise<RecordingClient> {
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

describe('a response that was not in the cache', () => {
  it('has the header of a miss and is stored when the request has succeeded', async () => {
    const { client, connection, stored } = createHarness();
    await client.sendWhole(HEADERS, Buffer.from('hello'));
    expect(connection).toMatchObject({
      headers: { ...HEADERS, 'x-modelgate-cache': 'miss' },
      body: Buffer.from('hello'),
      ended: 'whole',
    });
    expect(stored).toEqual([]);
    await client.store(ORIGIN);
    expect(stored).toEqual([
      { isStreamed: false, headers: STORED_HEADERS, body: Buffer.from('hello'), origin: ORIGIN },
    ]);
  });

  it('is not stored if it was truncated', async () => {
    const { client, connection, stored } = createHarness();
    const end = client.openStream(HEADERS);
    await end.write('data: 1\n\n');
    end.abort('data: broken\n\n');
    await client.store(ORIGIN);
    expect([connection.ended, stored]).toEqual(['broken', []]);
  });

  it('is not stored if it never ended', async () => {
    const { client, stored } = createHarness();
    await client.openStream(HEADERS).write('data: 1\n\n');
    await client.store(ORIGIN);
    expect(stored).toEqual([]);
  });

  it('is forwarded but not stored if it is too large', async () => {
    const { client, connection, stored } = createHarness();
    const half = Buffer.alloc(MAX_STORED_BYTES / 2 + 1, 'x');
    await stream(client, [half, half, 'end']);
    await client.store(ORIGIN);
    expect([connection.body.length, connection.ended, stored]).toEqual([MAX_STORED_BYTES + 5, 'stream', []]);
  });

  it('is stored as it was sent even if its chunks are overwritten', async () => {
    const { client, stored } = createHarness();
    const chunk = Buffer.from('abc');
    const end = client.openStream(HEADERS);
    await end.write(chunk);
    chunk.fill('x');
    end.end();
    await client.store(ORIGIN);
    expect(stored[0]?.body.toString()).toBe('abc');
  });

  it('is aborted when its client disconnects', () => {
    const { client, connection } = createHarness();
    connection.abort.abort(new Error('disconnected'));
    expect(client.signal.aborted).toBe(true);
  });
});

describe('a response from the cache', () => {
  it('is the same byte for byte, with any chunks', async () => {
    const chunks = fc.array(fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.string()), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(chunks, async (sent) => {
        const { client, connection, stored } = createHarness();
        await stream(client, sent);
        await client.store(ORIGIN);
        const [answer] = stored;
        if (answer === undefined) throw new Error('nothing was stored');
        const again = await replay(answer);
        expect(again.body).toEqual(connection.body);
        expect(again.ended).toBe('stream');
      }),
    );
  });

  it.each(['\n\n', '\r\n\r\n', '\r\r'])('is split between events that end with %j', async (eventEnd) => {
    const events = Array.from({ length: 3_000 }, (_, index) => `data: {"index":${index}}${eventEnd}`).join(
      '',
    );
    const body = Buffer.from(events);
    const again = await replay({ isStreamed: true, headers: STORED_HEADERS, body, origin: {} });
    expect(again.chunks.length).toBeGreaterThan(2);
    expect(again.chunks.filter((chunk) => !chunk.toString().endsWith(eventEnd))).toEqual([]);
    expect(again.body).toEqual(body);
  });

  it('has the header of a hit, its age, and headers of this request', async () => {
    const again = await replay({
      isStreamed: false,
      headers: STORED_HEADERS,
      body: Buffer.from('hi'),
      origin: {},
    });
    expect(again).toMatchObject({ ended: 'whole', body: Buffer.from('hi') });
    expect(again.headers).toEqual({
      ...STORED_HEADERS,
      'x-modelgate-cost-usd': '0',
      'x-modelgate-cache': 'hit',
      age: '7',
    });
  });

  it('is aborted when its client disconnects during the replay', async () => {
    const connection = new RecordingClient();
    const open = connection.openStream.bind(connection);
    connection.openStream = (headers) => ({
      ...open(headers),
      write: () => Promise.reject(new Error('disconnected')),
    });
    const answer = {
      isStreamed: true,
      headers: {},
      body: Buffer.from('hi'),
      origin: {},
      keptAtMs: 0,
      expiresAtMs: 1,
    };
    await expect(replayHit({ answer, ageSeconds: 0 }, connection)).rejects.toThrow('disconnected');
    expect(connection.ended).toBe('broken');
  });
});
