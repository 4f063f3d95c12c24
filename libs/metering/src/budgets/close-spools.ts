import { randomUUID } from 'node:crypto';
import { type DataSource, type EntityManager } from 'typeorm';
import { getLeasedAccount } from '../accounts.js';
import { type Entry, book, lockAccounts } from '../bookings.js';
import { notifyProcesses } from './budget-channel.js';

/** Returns all leases of these processes. */
export async function closeSpools(manager: EntityManager, spoolOwners: readonly string[]): Promise<void> {
  const leased = await manager.query<{ account: string }[]>(
    'SELECT DISTINCT account FROM budget_leases WHERE spool_owner = ANY($1)',
    [spoolOwners],
  );
  const accounts = leased.map(({ account }) => account);
  if (accounts.length === 0) return;
  await lockAccounts(manager, accounts);
  const [rows] = await manager.query<[{ account: string; amount: string }[], number]>(
    'DELETE FROM budget_leases WHERE spool_owner = ANY($1) AND account = ANY($2) RETURNING account, amount',
    [spoolOwners, accounts],
  );
  const returned = new Map<string, number>();
  for (const { account, amount } of rows)
    returned.set(account, (returned.get(account) ?? 0) + Number(amount));
  const entries = [...returned]
    .filter(([, amount]) => amount > 0)
    .flatMap(([account, amount]): Entry[] => [
      [account, amount],
      [getLeasedAccount(account), -amount],
    ]);
  if (entries.length > 0) await book(manager, { kind: 'lease-return', reference: randomUUID(), entries });
  await notifyProcesses(manager, 'returned', accounts);
}

/** Longer than the time for which a process uses its leases without renewing them (`TRUSTED_MS`). */
const ABANDONED_MINUTES = 15;

/** Returns the leases of processes that have not renewed them for 15 minutes. Returns the number of processes. */
export async function sweepLeases(dataSource: DataSource): Promise<number> {
  return dataSource.transaction(async (manager) => {
    const rows = await manager.query<{ spool_owner: string }[]>(
      `SELECT spool_owner FROM budget_leases GROUP BY spool_owner HAVING max(renewed_at) < now() - $1 * interval '1 minute'`,
      [ABANDONED_MINUTES],
    );
    await closeSpools(
      manager,
      rows.map((row) => row.spool_owner),
    );
    return rows.length;
  });
}
