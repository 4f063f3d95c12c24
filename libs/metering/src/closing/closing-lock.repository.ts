import { type EntityManager } from 'typeorm';

/** One number for everybody who closes something of the ledger. */
const CLOSING_LOCK = 7_163_550_614;

/** False where somebody else is at it. The rest of the transaction may replace what is otherwise final. */
export async function beginClosing(manager: EntityManager): Promise<boolean> {
  const [lock] = await manager.query<{ is_ours: boolean }[]>(
    'SELECT pg_try_advisory_xact_lock($1) AS is_ours',
    [CLOSING_LOCK],
  );
  if (lock?.is_ours !== true) return false;
  await manager.query(`SET LOCAL modelgate.ledger_closing = 'on'`);
  return true;
}
