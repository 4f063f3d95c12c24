import { ADVISORY_LOCKS } from '#database';
import { type EntityManager } from 'typeorm';

/**
 * False if another process is closing. Otherwise the rest of the transaction may change rows that are otherwise
 * immutable.
 */
export async function tryLockClosing(manager: EntityManager): Promise<boolean> {
  const [lock] = await manager.query<{ is_ours: boolean }[]>(
    'SELECT pg_try_advisory_xact_lock($1) AS is_ours',
    [ADVISORY_LOCKS.ledgerClosing],
  );
  if (lock?.is_ours !== true) return false;
  await manager.query(`SET LOCAL modelgate.ledger_closing = 'on'`);
  return true;
}
