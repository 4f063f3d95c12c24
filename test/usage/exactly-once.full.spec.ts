import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type ChargeBook, type UsageEvent, type UsageJournal } from '#metering';
import { eventually } from '../harness/index.js';
import { UsageHarness, run, tableCharges } from './usage-harness.js';

let harness: UsageHarness;

beforeAll(async () => {
  harness = await UsageHarness.open();
});

afterEach(async () => {
  await harness.reset();
});

afterAll(async () => {
  await harness.close();
});

async function expectOneOf(begun: readonly UsageEvent[]): Promise<void> {
  const ids = begun.map(({ id }) => id).toSorted();
  expect((await harness.rows()).map(({ id }) => id).toSorted()).toEqual(ids);
  const [count] = await harness.database.query('SELECT count(*)::int, sum(amount)::int FROM charged');
  expect(count).toEqual({ count: begun.length, sum: 80 * begun.length });
}

function runMany(journal: UsageJournal): UsageEvent[] {
  return Array.from({ length: 50 }, () => run(journal));
}

/** Sends requests at the rate at which the files are maintained. */
async function runFor(journal: UsageJournal, requests: number): Promise<void> {
  for (let count = 0; count < requests; count += 1) {
    run(journal);
    if (count % 500 === 0) await sleep(5);
  }
}

function spoolBytes(journal: UsageJournal): number {
  const place = join(harness.folder, journal.spoolOwner);
  return readdirSync(place).reduce((sum, name) => sum + statSync(join(place, name)).size, 0);
}

function usedHeapBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}

describe('exactly once', () => {
  it('if the connection is closed before the commit', async () => {
    let kills = 3;
    const charges: ChargeBook = {
      ...tableCharges,
      charge: async (manager, spoolOwner, events) => {
        await tableCharges.charge(manager, spoolOwner, events);
        if (kills > 0)
          await manager.query('SELECT pg_terminate_backend(pg_backend_pid())').finally(() => (kills -= 1));
      },
    };
    const journal = harness.journal({ charges });
    const events = runMany(journal);
    for (let tries = 0; tries < 3; tries += 1) expect(await journal.flush()).toBe(tries > 0);
    await expectOneOf(events);
  });

  it('if the connection is closed during the commit', async () => {
    await harness.database.query(`
      CREATE SEQUENCE kills;
      CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF nextval('kills') <= 2 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
        RETURN NULL;
      END $$;
      CREATE CONSTRAINT TRIGGER dies AFTER INSERT ON charged DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION die()`);
    const journal = harness.journal();
    const events = runMany(journal);
    await eventually(() => journal.flush());
    await expectOneOf(events);
  });

  it('if the result of the commit is lost', async () => {
    let losses = 0;
    const dataSource = Object.create(harness.dataSource, {
      transaction: {
        value: async (work: (manager: unknown) => Promise<unknown>) => {
          const result = await harness.dataSource.transaction(work);
          if (losses > 0) throw new Error(`lost the connection, ${(losses -= 1)} more to come`);
          return result;
        },
      },
    }) as typeof harness.dataSource;
    const journal = harness.journal({ dataSource });
    // After this there is a partition for the day, so that only the result of the insert is lost.
    const first = run(journal);
    expect(await journal.flush()).toBe(true);
    losses = 2;
    const events = runMany(journal);
    await eventually(() => journal.flush());
    expect(losses).toBe(0);
    await expectOneOf([first, ...events]);
  });

  it('logs once that the database is down, and once that it has recovered', async () => {
    const journal = harness.journal();
    const events = runMany(journal);
    await harness.rejectConnections();
    for (let tries = 0; tries < 3; tries += 1) expect(await journal.flush()).toBe(false);
    await harness.acceptConnections();
    expect(await journal.flush()).toBe(true);
    expect(harness.logs.filter(({ msg }) => msg.startsWith('usage ')).map(({ msg }) => msg)).toEqual([
      'usage cannot be stored in the database and is kept on disk',
      'usage is stored in the database again',
    ]);
    await expectOneOf(events);
  });

  it('stores on disk what does not fit into memory while the database is down', async () => {
    const journal = harness.journal({ settings: { maxInMemory: 20, batchSize: 7 } });
    await harness.rejectConnections();
    const events = runMany(journal);
    expect(await journal.flush()).toBe(false);
    events.push(...runMany(journal));
    expect(journal.waitingEvents).toBe(20);
    await harness.acceptConnections();
    expect(await journal.flush()).toBe(true);
    await expectOneOf(events);
    expect(journal.lostEvents).toBe(0);
  });

  it('needs no more memory the longer the database is down', async () => {
    const journal = harness.journal({
      settings: { maxInMemory: 100, batchSize: 5_000, maintainEveryMs: 20 },
    });
    await harness.rejectConnections();
    await runFor(journal, 10_000);
    const [bytes, heapBytes] = [spoolBytes(journal), usedHeapBytes()];
    await runFor(journal, 20_000);
    // Less than a tenth of the size of the events.
    expect(usedHeapBytes() - heapBytes).toBeLessThan(2 * 2 ** 20);
    expect(spoolBytes(journal)).toBeGreaterThan(2.5 * bytes);
    expect([journal.waitingEvents, journal.lostEvents]).toEqual([100, 0]);
    await harness.acceptConnections();
    expect(await journal.flush()).toBe(true);
    const [count] = await harness.database.query('SELECT count(*)::int, sum(amount)::int FROM charged');
    expect(count).toEqual({ count: 30_000, sum: 80 * 30_000 });
    await eventually(() => spoolBytes(journal) < bytes);
  });

  it('leaves the spool to the next start if the database stays down', async () => {
    const journal = harness.journal();
    const events = runMany(journal);
    await harness.rejectConnections();
    await journal.close(200);
    expect(harness.places()).toHaveLength(1);
    await harness.acceptConnections();
    const next = harness.journal();
    await eventually(async () => (await next.replayDead()) === 0 && (await harness.rows()).length === 50);
    await expectOneOf(events);
    expect(await harness.closedSpoolOwners()).toEqual([journal.spoolOwner]);
  });
});
