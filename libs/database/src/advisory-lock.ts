import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { type DataSource, type QueryRunner } from 'typeorm';
import { ADVISORY_LOCKS } from './advisory-locks.js';
import { LockWatch } from './lock-watch.js';

const FIRST_PAUSE_MS = 20;
const MAX_PAUSE_MS = 250;

const logger = new Logger('Database');

/**
 * Runs the work while this process holds the setup lock of the installation. The lock ends with the connection. It is
 * taken in a transaction, which keeps its connection also behind a pooler.
 */
export async function withSetupLock<Result>(
  dataSource: DataSource,
  work: () => Promise<Result>,
  log: (line: string) => void = (line) => logger.warn(line),
): Promise<Result> {
  const holder = dataSource.createQueryRunner();
  await holder.connect();
  try {
    await holder.startTransaction();
    // The work of another process, or our own, may take longer than the usual timeouts.
    await holder.query('SET LOCAL statement_timeout = 0');
    await holder.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    const watch = LockWatch.ofAdvisoryLock(dataSource, ADVISORY_LOCKS.setup, log);
    await watch.during(acquireLock(holder));
    return await work();
  } finally {
    await holder.rollbackTransaction().catch(() => undefined);
    await holder.release();
  }
}

/**
 * Polls for the lock. A statement that waits would keep its snapshot for that time, and a concurrent index build of the
 * lock holder would wait for the end of the snapshot. The statement has no parameters, because one with parameters keeps
 * its snapshot until the next statement of the transaction.
 */
async function acquireLock(holder: QueryRunner): Promise<void> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    const rows: unknown = await holder.query(
      `SELECT pg_try_advisory_xact_lock(${ADVISORY_LOCKS.setup}) AS taken`,
    );
    const [row] = rows as { taken: boolean }[];
    if (row?.taken === true) return;
    await sleep(pauseMs);
  }
}
