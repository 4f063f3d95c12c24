import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createDataSource } from '#database';
import { type Delivery, DeliveryRepository } from '#webhooks';
import { type TestDatabase, createTestDatabase } from '../../harness/index.js';
import { DeliveryTable } from './delivery-table.js';

const CLAIM = { max: 32, maxPerOrigin: 4, leaseMs: 60_000 };

const getOrigin = ({ url }: Delivery): string => new URL(url).origin;

describe('DeliveryRepository', () => {
  let database: TestDatabase;
  let dataSource: ReturnType<typeof createDataSource>;
  let deliveries: DeliveryRepository;
  let table: DeliveryTable;
  const tokenId = randomUUID();
  let subjects = 0;

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = createDataSource({ url: database.url, entities: [], poolSize: 3 });
    await dataSource.initialize();
    deliveries = new DeliveryRepository(dataSource);
    table = new DeliveryTable(database);
    await database.query(
      `INSERT INTO tokens (id, name, key_hash, key_hint, origin) VALUES ($1, 'mine', sha256(''), '…', 'console')`,
      [tokenId],
    );
  });

  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  afterEach(() => table.clear());

  const add = (url = 'https://example.com/hook', owner = tokenId): Promise<string> => {
    subjects += 1;
    return table.add({ url, tokenId: owner, subject: `task-${subjects}` });
  };
  const claimOne = async (): Promise<Delivery> => {
    const [delivery] = await deliveries.claimDue(CLAIM);
    if (delivery === undefined) throw new Error('nothing was due');
    return delivery;
  };

  it('alternates between origins, and limits each', async () => {
    const origins = ['https://a.test', 'https://a.test:444', 'http://A.test', 'http://a.test'];
    for (const origin of origins) for (const path of ['/1', '/2?x', '?y']) await add(origin + path);
    const first = await deliveries.claimDue({ ...CLAIM, max: 3, maxPerOrigin: 2 });
    expect(new Set(first.map(getOrigin)).size).toBe(3);
    const second = await deliveries.claimDue({ ...CLAIM, maxPerOrigin: 2 });
    expect([...first, ...second].map(getOrigin).toSorted()).toEqual([
      'http://a.test',
      'http://a.test',
      'https://a.test',
      'https://a.test',
      'https://a.test:444',
      'https://a.test:444',
    ]);
  });

  it('rejects writes of a worker that has lost its lease', async () => {
    const id = await add();
    const slow = await claimOne();
    await table.skipWaits();
    const fast = await claimOne();
    expect([slow.attempt, fast.attempt]).toEqual([1, 2]);
    await deliveries.markDead(slow, { reason: 'too late' });
    await deliveries.scheduleNext(slow, { reason: 'too late', delayMs: 1 });
    expect(await table.find(id)).toMatchObject({ status: 'pending', lastError: null });
    await deliveries.markDelivered(fast, 200);
    await deliveries.markDelivered(slow, 204);
    await deliveries.markGone(slow, 410);
    expect(await table.find(id)).toMatchObject({ status: 'delivered', lastStatus: 200 });
  });

  describe('replay', () => {
    it('resets a dead one to its initial state, with the same id', async () => {
      const id = await add();
      await deliveries.markDead(await claimOne(), { status: 500, reason: 'no' });
      expect(await deliveries.replay(id)).toBe(true);
      expect(await table.find(id)).toMatchObject({ status: 'pending', attempts: 0 });
      expect(await claimOne()).toMatchObject({ id, attempt: 1 });
    });

    it('returns null for an unknown delivery', async () => {
      await add();
      expect(await deliveries.replay('msg_unknown')).toBe(false);
    });

    it('rejects a delivery that is being sent', async () => {
      const id = await add();
      const running = await claimOne();
      expect(await deliveries.replay(id)).toBe(false);
      await deliveries.markDelivered(running, 200);
      expect(await deliveries.replay(id)).toBe(true);
    });
  });
});
