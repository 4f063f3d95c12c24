import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '#config';
import { Logger } from '@nestjs/common';
import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { withSetupLock } from './advisory-lock.js';
import { createDataSource } from './data-source.js';
import { compareSchema } from './is-migrated.js';
import { LockWatch } from './lock-watch.js';
import { findSchemaFaults } from './schema/find-schema-faults.js';
import { SchemaMismatch } from './schema/schema-mismatch.js';

const logger = new Logger('Database');

type Say = (line: string) => void;

const warn: Say = (line) => logger.warn(line);

/** Who waits for a table keeps everybody else off it: better to step aside, and to try again. */
const LOCK_TIMEOUT_MS = 3_000;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 15_000;

/** What Postgres says where a lock did not come in time, or where two waited for each other. */
const LOCK_FAULTS: readonly unknown[] = ['55P03', '40P01'];

/**
 * Brings the schema up to date and names what was applied, one process at a time. Takes the address of the database
 * itself: a pooler would forget what is set for a connection.
 */
export async function migrateDatabase(directUrl: string, say: Say = warn): Promise<{ applied: string[] }> {
  const dataSource = createDataSource({
    url: directUrl,
    entities: [],
    poolSize: 3,
    applicationName: 'modelgate migrations',
  });
  await dataSource.initialize();
  try {
    await findPending(dataSource);
    const applied = new Set<string>();
    await untilLocksAreFree(() =>
      withSetupLock(
        dataSource,
        async () => {
          for (const name of await findPending(dataSource)) applied.add(name);
          if (applied.size > 0) await applyPending(dataSource, say);
        },
        say,
      ),
    );
    await requireSchema(dataSource);
    return { applied: [...applied] };
  } finally {
    await dataSource.destroy();
  }
}

/** For the start of a process: one of an older version goes on with a schema that has more than it needs. */
export async function migrateIfNeeded(dataSource: DataSource, directUrl: string): Promise<void> {
  const { pending, unknown } = await compareSchema(dataSource);
  if (pending.length > 0) await migrateDatabase(directUrl);
  else if (unknown.length > 0) {
    warn(`the database was used by a newer version: it has ${unknown.join(', ')}, which this one does not`);
  }
}

/** Nothing is added to a schema that has come further than this version knows. */
async function findPending(dataSource: DataSource): Promise<string[]> {
  const { pending, unknown } = await compareSchema(dataSource);
  if (unknown.length === 0) return pending;
  throw new ConfigError(
    `the database was used by a newer version: it has ${unknown.join(', ')}, which this one does not know; run that version`,
  );
}

/** A migration may have been applied in another form than it has now. */
async function requireSchema(dataSource: DataSource): Promise<void> {
  const faults = await findSchemaFaults(dataSource);
  if (faults.length > 0) throw new SchemaMismatch(faults);
}

async function applyPending(dataSource: DataSource, say: Say): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query('SET statement_timeout = 0');
    await runner.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
    const [row] = (await runner.query('SELECT pg_backend_pid() AS pid')) as { pid: number }[];
    const watch = LockWatch.ofConnection(dataSource, row?.pid ?? 0, say);
    await watch.during(applyOnce(dataSource, runner));
  } finally {
    await runner.release();
  }
}

/** Each migration is a transaction, but for those that say otherwise: what was applied before one that could not be stays. */
async function applyOnce(dataSource: DataSource, runner: QueryRunner): Promise<void> {
  const executor = new MigrationExecutor(dataSource, runner);
  executor.transaction = 'each';
  await executor.executePendingMigrations();
}

/** Between two attempts it is the turn of others: one of them may be whom the first attempt waited for. */
async function untilLocksAreFree(work: () => Promise<void>): Promise<void> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    try {
      await work();
      return;
    } catch (error) {
      if (!LOCK_FAULTS.includes((error as { code?: unknown }).code)) throw error;
      await sleep(pauseMs);
    }
  }
}
