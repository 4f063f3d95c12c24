import { type Database } from '#database';

/** A number that nothing else locks. */
const LOCK = 7_301_902_114;

/** Runs the work unless somebody else does so now, on any machine; then it says so by `undefined`. */
export async function withMoveLock<Result>(
  database: Database,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  // Within a transaction the lock, and its connection, are ours also behind a pooler.
  const holder = database.createQueryRunner();
  try {
    await holder.startTransaction();
    await holder.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    const rows: unknown = await holder.query('SELECT pg_try_advisory_xact_lock($1) AS is_ours', [LOCK]);
    const [row] = rows as { is_ours: boolean }[];
    return row?.is_ours === true ? await work() : undefined;
  } finally {
    await holder.rollbackTransaction().catch(() => undefined);
    await holder.release();
  }
}
