import { randomUUID } from 'node:crypto';
import { getRollingHours } from '#declarations';
import { type DataSource, type EntityManager } from 'typeorm';
import { getPayeeAccount } from '../accounts.js';
import { book, lockAccounts } from '../bookings.js';
import { describeBudgetAccount } from './budget-account.js';
import { notifyProcesses } from './budget-channel.js';
import { fromSlotNumber, getLastReturnedSlot, getSlotReturn } from './budget-period.js';

/** What was spent from a rolling budget in one slot. */
export interface SlotCharge {
  account: string;
  /** As `toSlotNumber`. */
  slot: number;
  amount: number;
}

/** The maximum number of rolling budgets that one run of maintenance renews. */
const MAX_RENEWED = 1_000;

/** Adds to the slots of rolling budgets. Call it in the transaction that books the amounts as spent, or as returned. */
export async function addToSlots(manager: EntityManager, charges: readonly SlotCharge[]): Promise<void> {
  if (charges.length === 0) return;
  await manager.query(
    `INSERT INTO budget_slots AS existing (account, slot_start, amount)
     SELECT account, slot_start, sum(amount)
     FROM unnest($1::text[], $2::timestamptz[], $3::bigint[]) AS added (account, slot_start, amount)
     GROUP BY account, slot_start ORDER BY account, slot_start
     ON CONFLICT (account, slot_start) DO UPDATE SET amount = existing.amount + excluded.amount`,
    [
      charges.map(({ account }) => account),
      charges.map(({ slot }) => fromSlotNumber(slot)),
      charges.map(({ amount }) => amount),
    ],
  );
}

/**
 * Returns to a rolling budget what was spent in slots before its period. Does nothing for other budgets. The account must be
 * locked.
 */
export async function renewSlots(manager: EntityManager, account: string, now: Date): Promise<void> {
  const hours = findHours(account);
  if (hours === undefined) return;
  const [rows] = await manager.query<[{ amount: string }[], number]>(
    'DELETE FROM budget_slots WHERE account = $1 AND slot_start <= $2 RETURNING amount',
    [account, getLastReturnedSlot(hours, now)],
  );
  const amount = rows.reduce((sum, row) => sum + Number(row.amount), 0);
  if (amount === 0) return;
  await book(manager, {
    kind: 'renew',
    reference: randomUUID(),
    entries: [
      [account, amount],
      [getPayeeAccount(account), -amount],
    ],
  });
  await deleteOldThresholds(manager, account, hours);
  await notifyProcesses(manager, 'returned', [account]);
}

/** When the next amount returns to a rolling budget. Undefined for other budgets, and if nothing was spent. */
export async function findNextReturn(manager: EntityManager, account: string): Promise<Date | undefined> {
  const hours = findHours(account);
  if (hours === undefined) return undefined;
  const [row] = await manager.query<{ first: Date | null }[]>(
    'SELECT min(slot_start) AS first FROM budget_slots WHERE account = $1 AND amount > 0',
    [account],
  );
  return row?.first == null ? undefined : getSlotReturn(hours, row.first);
}

/** Renews the rolling budgets that no request has renewed. Returns how many. */
export async function renewRollingWindows(dataSource: DataSource, now = new Date()): Promise<number> {
  const rows = await dataSource.query<{ account: string }[]>(
    `SELECT account FROM budget_slots GROUP BY account
     HAVING min(slot_start) < $1::timestamptz - substring(account FROM '([0-9]+)h$')::int * interval '62 minutes'
     ORDER BY account LIMIT ${MAX_RENEWED}`,
    [now],
  );
  for (const { account } of rows) {
    await dataSource.transaction(async (manager) => {
      await lockAccounts(manager, [account]);
      await renewSlots(manager, account, now);
    });
  }
  return rows.length;
}

/** A threshold can notify again after the length of the period, if less than it is spent then. */
async function deleteOldThresholds(manager: EntityManager, account: string, hours: number): Promise<void> {
  await manager.query(
    `DELETE FROM budget_thresholds WHERE account = $1 AND reached_at <= now() - $2 * interval '1 hour'
       AND percent * (SELECT limit_micro_usd FROM budget_limits
         WHERE account = $1 AND limit_micro_usd IS NOT NULL ORDER BY version DESC LIMIT 1)::numeric
       > 100 * (SELECT sum(amount) FROM (SELECT 0 AS amount UNION ALL
         SELECT amount FROM budget_slots WHERE account = $1) AS spent)`,
    [account, hours],
  );
}

function findHours(account: string): number | undefined {
  return account.endsWith('h') ? getRollingHours(describeBudgetAccount(account).period) : undefined;
}
