import { type Database } from '#database';

/** A number that nothing else locks. */
const LOCK = 7_301_902_114;

/** Runs the work unless somebody else does so now, on any machine; then it says so by `undefined`. */
export async function withMoveLock<Result>(
  database: Database,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  // A lock belongs to its connection, and ends with it.
  const connection = database.createQueryRunner();
  try {
    const rows: unknown = await connection.query('SELECT pg_try_advisory_lock($1) AS is_ours', [LOCK]);
    const [row] = rows as { is_ours: boolean }[];
    if (row?.is_ours !== true) return undefined;
    try {
      return await work();
    } finally {
      await connection.query('SELECT pg_advisory_unlock($1)', [LOCK]);
    }
  } finally {
    await connection.release();
  }
}
