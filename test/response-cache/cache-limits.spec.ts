import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CachedResponseLimits } from '#relay';
import { type TestDatabase, createTestDatabase } from '../harness/test-database.js';
import { type OpenedCache, openCache } from './open-cache.js';

const NOW_MS = Date.now();

let database: TestDatabase;
let process: OpenedCache;
let nowMs: number;

beforeAll(async () => {
  database = await createTestDatabase();
  process = await openCache(database.url, () => nowMs);
});

beforeEach(async () => {
  nowMs = NOW_MS;
  await database.query('TRUNCATE cached_answers');
});

afterAll(async () => {
  await process.close();
  await database.drop();
});

async function keepAnswers(owner: string, count: number, sizeBytes = 10): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    nowMs += 1;
    await process.cache.keep(
      { owner, key: randomBytes(32), ttlSeconds: 60 },
      { isStreamed: false, headers: {}, body: Buffer.alloc(sizeBytes), origin: {} },
    );
  }
}

async function listAges(owner: string): Promise<number[]> {
  const rows = await database.query('SELECT kept_at FROM cached_answers WHERE owner = $1 ORDER BY kept_at', [
    owner,
  ]);
  return rows.map((row) => (row['kept_at'] as Date).getTime() - NOW_MS);
}

describe('maintenance', () => {
  it('deletes the oldest responses of an owner with too many', async () => {
    await keepAnswers('ann', 6);
    await keepAnswers('bob', 4);
    const limits = new CachedResponseLimits(process.dataSource, () => ({ maxOwnerResponses: 4 }));
    expect(await limits.displaceOldest()).toBe(2);
    expect([await listAges('ann'), await listAges('bob')]).toEqual([
      [3, 4, 5, 6],
      [7, 8, 9, 10],
    ]);
  });

  it('deletes the oldest responses if all of them are too large together', async () => {
    await keepAnswers('ann', 5, 10_000);
    const limits = new CachedResponseLimits(process.dataSource, () => ({ maxOwnerBytes: 35_000 }));
    expect(await limits.displaceOldest()).toBe(2);
    expect(await listAges('ann')).toEqual([3, 4, 5]);
  });
});
