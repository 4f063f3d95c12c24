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

type LogLine = (line: string) => void;

const warn: LogLine = (line) => logger.warn(line);

/** A statement that waits for a table lock blocks all later statements on the table, so it gives up and is retried. */
const LOCK_TIMEOUT_MS = 3_000;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 15_000;

/** The error codes of Postgres for a lock timeout and a deadlock. */
const LOCK_FAULTS: readonly unknown[] = ['55P03', '40P01'];

/**
 * Applies pending migrations, in one process at a time, and returns their names. Needs the address of the database
 * itself: a pooler would lose the settings of the connection.
 */
export async function migrateDatabase(
  directUrl: string,
  log: LogLine = warn,
): Promise<{ applied: string[] }> {
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
    await retryOnLockFaults(() =>
      withSetupLock(
        dataSource,
        async () => {
          for (const name of await findPending(dataSource)) applied.add(name);
          if (applied.size > 0) await applyPending(dataSource, log);
        },
        log,
      ),
    );
    await requireSchema(dataSource);
    return { applied: [...applied] };
  } finally {
    await dataSource.destroy();
  }
}

/** For the start of a process. An older version continues with a schema of a newer one. */
export async function migrateIfNeeded(dataSource: DataSource, directUrl: string): Promise<void> {
  const { pending, unknown } = await compareSchema(dataSource);
  if (pending.length > 0) await migrateDatabase(directUrl);
  else if (unknown.length > 0) {
    warn(
      `the database was used by a newer version: it has the migrations ${unknown.join(', ')}, which this version does not have`,
    );
  }
}

/** Throws if the schema is from a newer version: this version must not change it. */
async function findPending(dataSource: DataSource): Promise<string[]> {
  const { pending, unknown } = await compareSchema(dataSource);
  if (unknown.length === 0) return pending;
  throw new ConfigError(
    `the database was used by a newer version: it has the migrations ${unknown.join(', ')}, which this version does not have; run the newer version`,
  );
}

/** Compares the columns as well, because an applied migration may have had other content. */
async function requireSchema(dataSource: DataSource): Promise<void> {
  const faults = await findSchemaFaults(dataSource);
  if (faults.length > 0) throw new SchemaMismatch(faults);
}

async function applyPending(dataSource: DataSource, log: LogLine): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query('SET statement_timeout = 0');
    await runner.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
    const [row] = (await runner.query('SELECT pg_backend_pid() AS pid')) as { pid: number }[];
    const watch = LockWatch.ofConnection(dataSource, row?.pid ?? 0, log);
    await watch.during(executeMigrations(dataSource, runner));
  } finally {
    await runner.release();
  }
}

/** Each migration has its own transaction, except those with `transaction = false`. Applied ones stay if a later one fails. */
async function executeMigrations(dataSource: DataSource, runner: QueryRunner): Promise<void> {
  const executor = new MigrationExecutor(dataSource, runner);
  executor.transaction = 'each';
  await executor.executePendingMigrations();
}

/** Retries after a pause, in which other transactions can finish and release their locks. */
async function retryOnLockFaults(work: () => Promise<void>): Promise<void> {
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
