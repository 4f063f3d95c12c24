import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { type DataSource, type QueryRunner } from 'typeorm';
import { LockWatch } from './lock-watch.js';

/** One number for all changes to the schema and to what the config file declares. */
const SETUP_LOCK = 7_163_550_612;

const FIRST_PAUSE_MS = 20;
const MAX_PAUSE_MS = 250;

const logger = new Logger('Database');

/**
 * Runs the work while no other process of this installation does. The lock dies with the connection. It is taken within a
 * transaction, which keeps its connection also behind a pooler.
 */
export async function withSetupLock<Result>(
  dataSource: DataSource,
  work: () => Promise<Result>,
  say: (line: string) => void = (line) => logger.warn(line),
): Promise<Result> {
  const holder = dataSource.createQueryRunner();
  await holder.connect();
  try {
    await holder.startTransaction();
    // However long somebody else's work takes, or ours does.
    await holder.query('SET LOCAL statement_timeout = 0');
    await holder.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    const watch = LockWatch.ofAdvisoryLock(dataSource, SETUP_LOCK, say);
    await watch.during(takeTurn(holder));
    return await work();
  } finally {
    await holder.rollbackTransaction().catch(() => undefined);
    await holder.release();
  }
}

/**
 * Asks again and again: who waits inside of one statement keeps its view of the database for as long, and an index that
 * whoever has the lock builds concurrently would wait for the end of that. So would it for a statement with parameters,
 * which keeps its view until the next one in its transaction.
 */
async function takeTurn(holder: QueryRunner): Promise<void> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    const [row] = (await holder.query(`SELECT pg_try_advisory_xact_lock(${SETUP_LOCK}) AS taken`)) as {
      taken: boolean;
    }[];
    if (row?.taken === true) return;
    await sleep(pauseMs);
  }
}
