import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDataSource } from '#database';
import {
  PriceBook,
  PriceKeepingCharges,
  PriceVersionRepository,
  type StoredEvent,
  costMicroUsd,
} from '#metering';
import { ModelCatalogue } from '#models';
import { type TestDatabase, createTestDatabase } from '../harness/index.js';

const catalogue = new ModelCatalogue([]);

describe('versions of prices', () => {
  const repository = new PriceVersionRepository();
  const first = { model: 'fast', version: 'aaa', price: { inputPerMTok: 0.1, outputPerMTok: 2 } };
  const second = { model: 'slow', version: 'bbb', price: { perRequest: 0 }, source: 'x', asOf: '2026-11-15' };
  let database: TestDatabase;
  let dataSource: ReturnType<typeof createDataSource>;

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = createDataSource({ url: database.url, entities: [], poolSize: 4 });
    await dataSource.initialize();
  });

  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it('are stored with their prices', async () => {
    const { manager } = dataSource;
    await repository.store(manager, [second, first]);
    expect(await repository.find(manager, 'aaa')).toEqual(first);
    expect(await repository.find(manager, 'bbb')).toEqual(second);
    expect(await repository.find(manager, 'ccc')).toBeUndefined();
  });

  it('do not change when they are stored again', async () => {
    const { manager } = dataSource;
    await repository.store(manager, [first, second]);
    await repository.store(manager, [
      { ...first, model: 'other' },
      { ...first, version: 'ddd' },
    ]);
    await repository.store(manager, []);
    expect(await repository.find(manager, 'aaa')).toEqual(first);
    expect(await repository.find(manager, 'ddd')).toEqual({ ...first, version: 'ddd' });
  });

  it('can be stored by many processes at once', async () => {
    const prices = Array.from({ length: 20 }, (_, index) => ({ ...first, version: `many-${index}` }));
    await Promise.all(
      [prices, prices.toReversed(), prices, prices.toReversed()].map((given) =>
        dataSource.transaction((manager) => repository.store(manager, given)),
      ),
    );
    const [row] = await dataSource.query(
      `SELECT count(*)::int AS kept FROM price_versions WHERE version LIKE 'many-%'`,
    );
    expect(row).toEqual({ kept: 20 });
  });

  it('recompute old usage after the price has changed', async () => {
    const { manager } = dataSource;
    const asked = { model: 'fast', provider: 'openai-compatible', upstreamModel: 'any' };
    const counts = { inputTokens: 1000, outputTokens: 100 };
    const before = new PriceBook({
      getOverride: () => ({ inputPerMTok: 3, outputPerMTok: 15 }),
      filePrices: {},
      catalogue,
    });
    const after = new PriceBook({
      getOverride: () => ({ inputPerMTok: 4, outputPerMTok: 15 }),
      filePrices: {},
      catalogue,
    });
    const old = before.getPrice(asked);
    const current = after.getPrice(asked);
    if (old === undefined || current === undefined) throw new Error('both have a price');
    await repository.store(manager, [
      { model: 'fast', ...old },
      { model: 'fast', ...current },
    ]);

    const kept = await repository.find(manager, old.version);
    expect(current.version).not.toBe(old.version);
    expect(kept && costMicroUsd(counts, kept.price)).toBe(4500);
  });

  it('are stored together with the events that were charged by them', async () => {
    const charged: unknown[] = [];
    const charges = {
      charge: async (_: unknown, spoolOwner: string, events: readonly StoredEvent[]) => {
        charged.push(spoolOwner, ...events.map(({ id }) => id));
      },
      close: async (_: unknown, spoolOwner: string) => {
        charged.push(`closed ${spoolOwner}`);
      },
    };
    const book = new PriceBook({ getOverride: () => ({ perRequest: 0.5 }), filePrices: {}, catalogue });
    const price = book.getPrice({ model: 'fast', provider: 'openai', upstreamModel: 'any' });
    const keeping = new PriceKeepingCharges(charges, book);
    const events = [
      { id: '1', priceVersion: price?.version },
      { id: '2', priceVersion: price?.version },
      { id: '3', priceVersion: 'of a price that has gone' },
      { id: '4' },
    ].map((event) => ({ model: 'fast', upstreamModel: 'any', ...event }) as StoredEvent);
    await dataSource.transaction((manager) => keeping.charge(manager, 'spoolOwner', events));
    await dataSource.transaction((manager) => keeping.close(manager, 'spoolOwner'));

    expect(charged).toEqual(['spoolOwner', '1', '2', '3', '4', 'closed spoolOwner']);
    expect(await repository.find(dataSource.manager, price?.version ?? '')).toEqual({
      model: 'fast',
      ...price,
    });
    expect(await repository.find(dataSource.manager, 'of a price that has gone')).toBeUndefined();
  });
});
