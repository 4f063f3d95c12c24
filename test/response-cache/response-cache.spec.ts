import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ResponseCache } from '#relay';
import * as fc from 'fast-check';
import { Client } from 'pg';
import { type TestDatabase, createTestDatabase } from '../harness/test-database.js';
import { type OpenedCache, openCache } from './open-cache.js';
import { measureLeast, measureMs } from '../cpu-time/index.js';

type CacheKey = Parameters<ResponseCache['find']>[0];

const HEADERS = { 'content-type': 'text/event-stream; charset=utf-8' };
const ORIGIN = {
  usage: { inputTokens: 3, outputTokens: 4 },
  channelId: 'id',
  channel: 'c',
  upstreamModel: 'm',
};

let database: TestDatabase;
let one: OpenedCache;
let other: OpenedCache;
let nowMs = Date.now();

beforeAll(async () => {
  database = await createTestDatabase();
  [one, other] = await Promise.all([
    openCache(database.url, () => nowMs),
    openCache(database.url, () => nowMs),
  ]);
});

afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await database.drop();
});

const newKey = (owner = 'ann'): CacheKey => ({ owner, key: randomBytes(32), ttlSeconds: 60 });

async function keepStream({ cache }: OpenedCache, key: CacheKey, body: Uint8Array): Promise<void> {
  await cache.keep(key, { isStreamed: true, headers: HEADERS, body: Buffer.from(body), origin: ORIGIN });
}

describe('a response in the cache', () => {
  it('is found by another process byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 4_000 }), async (body) => {
        const key = newKey();
        await keepStream(one, key, body);
        expect(await other.cache.find(key)).toMatchObject({
          answer: { isStreamed: true, headers: HEADERS, body: Buffer.from(body), origin: ORIGIN },
          ageSeconds: 0,
        });
      }),
      { numRuns: 30 },
    );
  });

  it('belongs to one owner', async () => {
    const key = newKey();
    await keepStream(one, key, Buffer.from('for ann'));
    expect(await other.cache.find(key)).toBeDefined();
    expect(await other.cache.find({ ...key, owner: 'bob' })).toBeUndefined();
  });

  it('cannot be decrypted in the row of another', async () => {
    const [mine, stolen] = [newKey('bob'), newKey()];
    await keepStream(one, mine, Buffer.from('for bob'));
    await keepStream(one, stolen, Buffer.from('for ann'));
    await database.query(
      'UPDATE cached_answers SET answer = (SELECT answer FROM cached_answers WHERE key = $1) WHERE key = $2',
      [stolen.key, mine.key],
    );
    expect(await other.cache.find(mine)).toBeUndefined();
    nowMs += 1_000;
  });

  it('is replaced by a later one', async () => {
    const key = newKey();
    await keepStream(one, key, Buffer.from('first'));
    nowMs += 1_000;
    await keepStream(other, key, Buffer.from('second'));
    const hit = await other.cache.find(key);
    expect([hit?.answer.body.toString(), hit?.ageSeconds]).toEqual(['second', 0]);
  });

  it('has an age, and expires', async () => {
    const key = newKey();
    await keepStream(one, key, Buffer.from('short-lived'));
    nowMs += 59_999;
    expect(await other.cache.find(key)).toMatchObject({ ageSeconds: 59 });
    nowMs += 1;
    expect(await other.cache.find(key)).toBeUndefined();
    expect(await one.cache.find({ ...key, ttlSeconds: 3_600 })).toBeUndefined();
  });

  it('cannot be read with the database alone', async () => {
    await keepStream(one, newKey(), Buffer.from('words to look for'));
    const rows = await database.query(
      `SELECT count(*)::int AS legible FROM cached_answers WHERE encode(answer, 'escape') LIKE '%to look for%'`,
    );
    expect(rows).toEqual([{ legible: 0 }]);
  });
});

describe('without the database', () => {
  it('a request waits a moment for a locked table and continues', async () => {
    const key = newKey();
    await keepStream(one, key, Buffer.from('out of reach'));
    const blocker = new Client({ connectionString: database.url });
    await blocker.connect();
    await blocker.query('BEGIN; LOCK TABLE cached_answers IN ACCESS EXCLUSIVE MODE');
    const waitOnce = (): Promise<number> => {
      nowMs += 1_000;
      return measureMs(async () => expect(await other.cache.find(key)).toBeUndefined());
    };
    expect(await measureLeast(1_000, waitOnce)).toBeLessThan(1_000);
    await blocker.query('ROLLBACK');
    await blocker.end();
    nowMs += 1_000;
    expect(await other.cache.find(key)).toBeDefined();
  });

  it('a request continues without a cached response', async () => {
    const lost = await createTestDatabase();
    const process = await openCache(lost.url, () => nowMs);
    await lost.drop();
    const key = newKey();
    for (let time = 0; time < 3; time += 1) {
      await keepStream(process, key, Buffer.from('nowhere'));
      expect(await process.cache.find(key)).toBeUndefined();
      nowMs += 1_000;
    }
    await process.close();
  });
});
