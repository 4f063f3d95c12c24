import { ADVISORY_LOCKS, type Database } from '#database';

/** Runs the work unless another process is running it, on any machine; then returns undefined. */
export async function withMoveLock<Result>(
  database: Database,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  // Within a transaction the lock belongs to one connection, even behind a pooler.
  const connection = database.createQueryRunner();
  try {
    await connection.startTransaction();
    await connection.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    const rows: unknown = await connection.query('SELECT pg_try_advisory_xact_lock($1) AS is_ours', [
      ADVISORY_LOCKS.mediaMove,
    ]);
    const [row] = rows as { is_ours: boolean }[];
    return row?.is_ours === true ? await work() : undefined;
  } finally {
    await connection.rollbackTransaction().catch(() => undefined);
    await connection.release();
  }
}
