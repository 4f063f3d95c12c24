import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ExpiredReplaysRepository } from '#replays';
import { type TestDatabase, createTestDatabase } from '../harness/test-database.js';
import { type OpenedReplays, openProcess } from './opened-replays.js';

const NOW_MS = Date.now();

let database: TestDatabase;
let process: OpenedReplays;
let nowMs: number;

beforeAll(async () => {
  database = await createTestDatabase();
  process = await openProcess(database.url, { clock: () => nowMs });
});

beforeEach(async () => {
  nowMs = NOW_MS;
  await database.query('TRUNCATE idempotency_keys, cached_answers');
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

async function agesOf(owner: string): Promise<number[]> {
  const rows = await database.query('SELECT kept_at FROM cached_answers WHERE owner = $1 ORDER BY kept_at', [
    owner,
  ]);
  return rows.map((row) => (row['kept_at'] as Date).getTime() - NOW_MS);
}

describe('upkeep', () => {
  it('deletes what has expired, and nothing else', async () => {
    const { keys, dataSource } = process;
    await keepAnswers('ann', 3);
    const request = { tokenId: randomUUID(), route: 'POST /v1/x', key: 'k', bodyDigest: Buffer.from('{}') };
    await keys.begin(request);
    const upkeep = new ExpiredReplaysRepository(dataSource);
    expect(await upkeep.delete(new Date(nowMs))).toEqual({
      expiredKeys: 0,
      expiredAnswers: 0,
      displacedAnswers: 0,
    });
    nowMs += 24 * 60 * 60 * 1000;
    await keys.begin({ ...request, key: 'new' });
    await keepAnswers('ann', 1);
    expect(await upkeep.delete(new Date(nowMs))).toEqual({
      expiredKeys: 1,
      expiredAnswers: 3,
      displacedAnswers: 0,
    });
  });

  it('works in batches, and leaves the rest for the next time', async () => {
    await keepAnswers('ann', 9);
    const upkeep = new ExpiredReplaysRepository(process.dataSource, () => ({ batchRows: 2, maxBatches: 3 }));
    const later = new Date(nowMs + 60_000);
    expect(await upkeep.delete(later)).toMatchObject({ expiredAnswers: 6 });
    expect(await upkeep.delete(later)).toMatchObject({ expiredAnswers: 3 });
  });

  it('lets the oldest answers of an owner go who has too many', async () => {
    await keepAnswers('ann', 6);
    await keepAnswers('bob', 4);
    const upkeep = new ExpiredReplaysRepository(process.dataSource, () => ({ maxOwnerAnswers: 4 }));
    expect(await upkeep.delete(new Date(NOW_MS))).toMatchObject({ displacedAnswers: 2 });
    expect([await agesOf('ann'), await agesOf('bob')]).toEqual([
      [3, 4, 5, 6],
      [7, 8, 9, 10],
    ]);
  });

  it('lets the oldest answers go that take too much together', async () => {
    await keepAnswers('ann', 5, 10_000);
    const upkeep = new ExpiredReplaysRepository(process.dataSource, () => ({ maxOwnerBytes: 35_000 }));
    expect(await upkeep.delete(new Date(NOW_MS))).toMatchObject({ displacedAnswers: 2 });
    expect(await agesOf('ann')).toEqual([3, 4, 5]);
  });
});
