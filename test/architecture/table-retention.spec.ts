import 'reflect-metadata';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadConfig } from '#config';
import { createDataSource, deleteInBatches, hasPeriod, isExpiring } from '#database';
import { LISTED_SETTINGS, type RetentionPeriods } from '#declarations';
import { Maintenance, WakeQueue } from '#jobs';
import { FinishedTaskRepository } from '#video-tasks';
import { pino } from 'pino';
import { createWorker } from '../../apps/worker/src/create-worker.js';
import { type TestDatabase, createTestDatabase, eventually } from '../harness/index.js';

let database: TestDatabase;
let dataSource: ReturnType<typeof createDataSource>;
let worker: Awaited<ReturnType<typeof createWorker>>;
let maintenance: Maintenance;
const folder = mkdtempSync(join(tmpdir(), 'modelgate-test-maintenance-'));

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = createDataSource({ url: database.url, entities: [], poolSize: 2 });
  await dataSource.initialize();
  // Another worker holds the lease, so that maintenance runs only in the tests.
  await database.query(
    `INSERT INTO maintenance_runs (name, worker, started_at, leased_until)
     VALUES ('maintenance', 'nobody', now(), now() + interval '1 hour')`,
  );
  const environment = {
    DATABASE_URL: database.url,
    MODELGATE_DATA_DIR: folder,
    MODELGATE_SECRET_KEY: randomBytes(32).toString('base64'),
  };
  worker = await createWorker({
    config: loadConfig(environment, folder, []),
    logger: pino({ level: 'silent' }),
  });
  maintenance = worker.get(Maintenance, { strict: false });
});

afterAll(async () => {
  await worker.close();
  await dataSource.destroy();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Those of BullMQ with their schema, ours without. */
async function listTables(): Promise<string[]> {
  const rows = await database.query(
    `SELECT CASE WHEN schemaname = 'public' THEN tablename ELSE schemaname || '.' || tablename END AS name
     FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  // Days of usage are partitions of one table.
  return rows.map((row) => String(row['name'])).filter((name) => !/^usage_events_\d{8}$/.test(name));
}

async function makeQueueTables(): Promise<void> {
  const queue = new WakeQueue({ databaseUrl: database.url }, 'any', pino({ level: 'silent' }));
  await queue.add('subject');
  await eventually(async () => ((await listTables()).includes('bullmq.job') ? true : undefined), 30_000);
  await queue.close();
}

const PERIODS = LISTED_SETTINGS.filter(({ setting }) => setting.kind === 'days').map(({ key }) => key);

/** Settings that determine when a row expires as it is stored, so they delete nothing that is stored. */
const FOR_NEW_ROWS = ['responses.retention_days'];

const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000);

describe('the tables', () => {
  it('each have a retention rule, or a reason why their rows stay', async () => {
    await makeQueueTables();
    const declared = maintenance.tables.map(({ table }) => table);
    expect(declared.toSorted()).toEqual((await listTables()).toSorted());
  });

  it('have valid conditions for expired rows, which read no large columns', async () => {
    const conditions = [
      ...maintenance.tables.filter(isExpiring).map(({ table, expired }) => ({ table, condition: expired })),
      ...maintenance.tables.filter(hasPeriod).map(({ table, older }) => ({ table, condition: older })),
    ];
    for (const { table, condition } of conditions) {
      // The plan for a large table, although this one is small.
      const plan = await dataSource.transaction(async (manager) => {
        await manager.query('SET LOCAL enable_seqscan = off');
        return manager.query<object[]>(
          `EXPLAIN SELECT FROM ${table} WHERE ${condition.replaceAll('$1', 'now()')}`,
        );
      });
      const isSmall = ['background_responses', 'response_spools'].includes(table);
      expect([table, JSON.stringify(plan).includes('Index') || isSmall]).toEqual([table, true]);
    }
  });

  it('are cleaned by every setting for a number of days', () => {
    const withDays = (days: number, key?: string): RetentionPeriods =>
      Object.fromEntries(
        PERIODS.map((one) => [one, one === key ? 2 * days : days]),
      ) as unknown as RetentionPeriods;
    const keysOf = maintenance.tables
      .filter(hasPeriod)
      .map(({ getDays }) => PERIODS.filter((key) => getDays(withDays(1, key)) > getDays(withDays(1))));
    expect(new Set([...keysOf.flat(), ...FOR_NEW_ROWS])).toEqual(new Set<string>(PERIODS));
  });
});

async function addDelivery(status: string, endedAt: Date | null): Promise<string> {
  const id = `msg_${randomBytes(8).toString('hex')}`;
  await database.query(
    `INSERT INTO webhook_deliveries (id, token_id, url, event, subject, payload, status, finished_at)
     VALUES ($1, $2, 'https://example.com/', 'video.completed', $1, '{}', $3, $4)`,
    [id, randomUUID(), status, endedAt],
  );
  return id;
}

async function addKey(expiresAt: Date): Promise<string> {
  const taskId = `video_${randomBytes(8).toString('hex')}`;
  await database.query(
    `INSERT INTO idempotency_keys (id, run_id, body_hash, state, lease_until, expires_at, resource_id)
     VALUES ($1, $2, '\\x00', 'created', now(), $3, $4)`,
    [randomBytes(32), randomUUID(), expiresAt, taskId],
  );
  return taskId;
}

async function addTask(endedAt: Date | null): Promise<string> {
  const id = `video_${randomBytes(8).toString('hex')}`;
  const [status, phase, code] = endedAt === null ? ['queued', 'accepted', null] : ['failed', 'failed', 500];
  await database.query(
    `INSERT INTO video_tasks (id, owner, token_id, model, request, deadline_at, status, phase, error_code, error_message,
       finished_at)
     VALUES ($1, 'o', $2, 'm', '{}', now(), $3, $4, $5::int, $5::int::text, $6)`,
    [id, randomUUID(), status, phase, code, endedAt],
  );
  await database.query(
    `INSERT INTO video_task_events (task_id, kind, to_phase, status, version, lease_epoch)
     VALUES ($1, 'accepted', 'accepted', 'queued', 1, 0)`,
    [id],
  );
  return id;
}

async function column(name: string, table: string): Promise<string[]> {
  return (await database.query(`SELECT ${name} FROM ${table}`)).map((row) => String(row[name]));
}

describe('maintenance', () => {
  it('deletes webhooks 30 days after they ended, and never one that is still to be sent', async () => {
    await addDelivery('delivered', inDays(-31));
    await addDelivery('dead', inDays(-31));
    const kept = [
      await addDelivery('delivered', inDays(-29)),
      await addDelivery('dead', inDays(-29)),
      await addDelivery('pending', null),
    ];
    expect(await maintenance.deleteExpiredRows(new Date())).toMatchObject({ webhook_deliveries: 2 });
    expect((await column('id', 'webhook_deliveries')).toSorted()).toEqual(kept.toSorted());
  });

  it('deletes idempotency keys when they expire', async () => {
    await addKey(inDays(-1));
    const kept = await addKey(inDays(0.1));
    expect(await maintenance.deleteExpiredRows(new Date())).toMatchObject({ idempotency_keys: 1 });
    expect(await column('resource_id', 'idempotency_keys')).toEqual([kept]);
  });

  it('deletes old finished tasks with their events, and none that is running', async () => {
    await addTask(inDays(-91));
    const kept = [await addTask(inDays(-89)), await addTask(null)];
    const finished = new FinishedTaskRepository(dataSource, () => 90);
    expect(await finished.delete(new Date())).toBe(1);
    expect((await column('id', 'video_tasks')).toSorted()).toEqual(kept.toSorted());
    expect((await column('task_id', 'video_task_events')).toSorted()).toEqual(kept.toSorted());
  });

  it('deletes in batches, skips locked rows, and leaves the rest for the next run', async () => {
    await database.query('DELETE FROM idempotency_keys');
    for (let count = 0; count < 8; count += 1) await addKey(inDays(-1));
    const rows = { table: 'idempotency_keys', where: 'expires_at <= now()' };
    await dataSource.transaction(async (manager) => {
      await manager.query('SELECT FROM idempotency_keys LIMIT 1 FOR UPDATE');
      expect(await deleteInBatches(dataSource, rows, { batchRows: 2, maxBatches: 3 })).toBe(6);
      expect(await deleteInBatches(dataSource, rows, { batchRows: 2, maxBatches: 3 })).toBe(1);
    });
    expect(await deleteInBatches(dataSource, rows, { batchRows: 2, maxBatches: 3 })).toBe(1);
  });
});
