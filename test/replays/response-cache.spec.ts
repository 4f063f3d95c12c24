import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type AskedRequest,
  type CachePlace,
  CachingClient,
  type ClientEnd,
  placeInCache,
  replayHit,
} from '#replays';
import * as fc from 'fast-check';
import { Client } from 'pg';
import { type TestDatabase, createTestDatabase } from '../harness/test-database.js';
import { type OpenedReplays, openProcess } from './opened-replays.js';

const HEADERS = { 'content-type': 'text/event-stream; charset=utf-8' };
const ORIGIN = {
  usage: { inputTokens: 3, outputTokens: 4 },
  channelId: 'id',
  channel: 'c',
  upstreamModel: 'm',
};

let database: TestDatabase;
let one: OpenedReplays;
let other: OpenedReplays;
let nowMs = Date.now();
let questions = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  const options = { clock: () => nowMs };
  [one, other] = await Promise.all([openProcess(database.url, options), openProcess(database.url, options)]);
});

afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await database.drop();
});

function placeFor(change: Partial<AskedRequest> = {}): CachePlace {
  const place = placeInCache({
    owner: 'ann',
    operation: 'openai-chat',
    hints: {},
    headers: {},
    body: Buffer.from('{"messages":[]}'),
    ttlSeconds: 60,
    ...change,
  });
  if (place === undefined) throw new Error('there is no place for this');
  return place;
}

function newPlace(change: Partial<AskedRequest> = {}): CachePlace {
  questions += 1;
  return placeFor({ body: Buffer.from(JSON.stringify({ question: questions })), ...change });
}

/** A client that remembers the bytes it got. */
function newClient(): { end: ClientEnd; pieces: Buffer[]; headers: Record<string, string> } {
  const pieces: Buffer[] = [];
  const headers: Record<string, string> = {};
  return {
    pieces,
    headers,
    end: {
      signal: new AbortController().signal,
      sendWhole: (sent, body) => {
        Object.assign(headers, sent);
        pieces.push(body);
      },
      openStream: (sent) => {
        Object.assign(headers, sent);
        return {
          write: async (bytes) => void pieces.push(Buffer.from(bytes)),
          end: () => undefined,
          breakOff: () => undefined,
        };
      },
    },
  };
}

async function keepStream({ cache }: OpenedReplays, place: CachePlace, pieces: Uint8Array[]): Promise<void> {
  const client = new CachingClient(newClient().end, cache, place);
  const stream = client.openStream(HEADERS);
  for (const piece of pieces) await stream.write(piece);
  stream.end();
  await client.keep(ORIGIN);
}

describe('an answer in the cache', () => {
  it('is replayed by another process byte for byte, however it was cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 20 }), async (pieces) => {
        const place = newPlace();
        await keepStream(one, place, pieces);
        const hit = await other.cache.find(place);
        if (hit === undefined) throw new Error('there is no answer');
        const client = newClient();
        await replayHit(hit, client.end);
        expect(Buffer.concat(client.pieces)).toEqual(Buffer.concat(pieces));
        expect(client.headers).toEqual({ ...HEADERS, 'x-modelgate-cache': 'hit', age: '0' });
        expect(hit.answer).toMatchObject({ isStreamed: true, origin: ORIGIN });
      }),
      { numRuns: 30 },
    );
  });

  it('is of one owner alone', async () => {
    const place = newPlace();
    await keepStream(one, place, [Buffer.from('for ann')]);
    const body = Buffer.from(JSON.stringify({ question: questions }));
    expect(await other.cache.find(placeFor({ body }))).toBeDefined();
    expect(await other.cache.find(placeFor({ body, owner: 'bob' }))).toBeUndefined();
    expect(await other.cache.find({ ...place, owner: 'bob' })).toBeUndefined();
  });

  it('does not open in the row of another', async () => {
    const [mine, stolen] = [newPlace({ owner: 'bob' }), newPlace()];
    await keepStream(one, mine, [Buffer.from('for bob')]);
    await keepStream(one, stolen, [Buffer.from('for ann')]);
    await database.query(
      'UPDATE cached_answers SET answer = (SELECT answer FROM cached_answers WHERE key = $1) WHERE key = $2',
      [stolen.key, mine.key],
    );
    expect(await other.cache.find(mine)).toBeUndefined();
    nowMs += 1_000;
  });

  it('gives way to a later one', async () => {
    const place = newPlace();
    await keepStream(one, place, [Buffer.from('first')]);
    nowMs += 1_000;
    await keepStream(other, place, [Buffer.from('second')]);
    const hit = await other.cache.find(place);
    expect([hit?.answer.body.toString(), hit?.ageSeconds]).toEqual(['second', 0]);
  });

  it('has an age, and an end', async () => {
    const place = newPlace();
    await keepStream(one, place, [Buffer.from('short-lived')]);
    nowMs += 59_999;
    expect(await other.cache.find(place)).toMatchObject({ ageSeconds: 59 });
    nowMs += 1;
    expect(await other.cache.find(place)).toBeUndefined();
    expect(await one.cache.find({ ...place, ttlSeconds: 3_600 })).toBeUndefined();
  });

  it('can be read by nobody who has only the database', async () => {
    await keepStream(one, newPlace(), [Buffer.from('words to look for')]);
    const rows = await database.query(
      `SELECT count(*)::int AS legible FROM cached_answers WHERE encode(answer, 'escape') LIKE '%to look for%'`,
    );
    expect(rows).toEqual([{ legible: 0 }]);
  });
});

describe('without the database', () => {
  it('that is locked a request waits a moment and goes on', async () => {
    const place = newPlace();
    await keepStream(one, place, [Buffer.from('out of reach')]);
    const blocker = new Client({ connectionString: database.url });
    await blocker.connect();
    await blocker.query('BEGIN; LOCK TABLE cached_answers IN ACCESS EXCLUSIVE MODE');
    const startedAt = performance.now();
    expect(await other.cache.find(place)).toBeUndefined();
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    await blocker.query('ROLLBACK');
    await blocker.end();
    nowMs += 1_000;
    expect(await other.cache.find(place)).toBeDefined();
  });

  it('that is gone there is simply no answer', async () => {
    const lost = await createTestDatabase();
    const process = await openProcess(lost.url, { clock: () => nowMs });
    await lost.drop();
    const place = newPlace();
    for (let time = 0; time < 3; time += 1) {
      await keepStream(process, place, [Buffer.from('nowhere')]);
      expect(await process.cache.find(place)).toBeUndefined();
      nowMs += 1_000;
    }
    await process.close();
  });
});
