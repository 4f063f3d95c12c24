import { Logger } from '@nestjs/common';
import { type DataSource } from 'typeorm';
import { LockWatch } from './lock-watch.js';

/** One number for all changes to the schema and to what the config file declares. */
const SETUP_LOCK = 7_163_550_612;

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
    await holder.query('SET LOCAL lock_timeout = 0');
    await holder.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    const [row] = (await holder.query('SELECT pg_backend_pid() AS pid')) as { pid: number }[];
    const watch = new LockWatch(dataSource, row?.pid ?? 0, say);
    await watch.during(holder.query('SELECT pg_advisory_xact_lock($1)', [SETUP_LOCK]));
    return await work();
  } finally {
    await holder.rollbackTransaction().catch(() => undefined);
    await holder.release();
  }
}
