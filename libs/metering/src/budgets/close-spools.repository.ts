import { randomUUID } from 'node:crypto';
import { type DataSource, type EntityManager } from 'typeorm';
import { leasedFrom } from '../accounts.js';
import { type Entry, book, lockAccounts } from '../bookings.repository.js';
import { announce } from './budget-channel.repository.js';

/** All that these processes have leased goes back. */
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
  const left = new Map<string, number>();
  for (const { account, amount } of rows) left.set(account, (left.get(account) ?? 0) + Number(amount));
  const entries = [...left]
    .filter(([, amount]) => amount > 0)
    .flatMap(([account, amount]): Entry[] => [
      [account, amount],
      [leasedFrom(account), -amount],
    ]);
  if (entries.length > 0) await book(manager, { kind: 'lease-return', reference: randomUUID(), entries });
  await announce(manager, 'returned', accounts);
}

/** Longer than a process trusts in its leases without having renewed them. */
const ABANDONED_MINUTES = 15;

/** Gives back what processes had leased that were silent for a quarter of an hour. Answers how many those were. */
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
