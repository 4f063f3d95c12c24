import { randomUUID } from 'node:crypto';
import { type EntityManager } from 'typeorm';
import { REVENUE, getLeasedAccount, getPayeeAccount } from '../accounts.js';
import { type Entry, book, lockAccounts } from '../bookings.js';
import { type ChargeBook } from '../usage/charge-book.js';
import { type StoredEvent } from '../usage/event-store.js';
import { type BudgetAccountCharge, sumCharges } from './charge-sums.js';
import { closeSpools } from './close-spools.js';
import { addToSlots } from './rolling-windows.js';
import { type OnThreshold, notifyThresholds } from './thresholds.js';

interface LeaseCharge extends BudgetAccountCharge {
  fromLease: number;
}

/**
 * Books the charges of requests: first to the lease of their process from each budget account, and the rest to the budget
 * account itself.
 */
export class LedgerChargeBook implements ChargeBook {
  constructor(private readonly onThreshold: OnThreshold = async () => undefined) {}

  async charge(manager: EntityManager, spoolOwner: string, events: readonly StoredEvent[]): Promise<void> {
    const { accounts: sums, slots } = sumCharges(events);
    const accounts = sums.map(({ account }) => account);
    if (sums.length === 0) return;
    await lockAccounts(manager, accounts);
    const charges = await chargeLeases(manager, spoolOwner, sums);
    const entries = toEntries(charges);
    if (entries.length === 0) return;
    const batch = randomUUID();
    await book(manager, { kind: 'spend', reference: batch, entries });
    await addToSlots(manager, slots);
    const revenue = entries.find(([account]) => account === REVENUE)?.[1] ?? 0;
    await manager.query(
      'INSERT INTO usage_charges (batch, spool_owner, event_count, cost_micro_usd) VALUES ($1, $2, $3, $4)',
      [batch, spoolOwner, events.length, revenue],
    );
    await notifyThresholds(manager, accounts, this.onThreshold);
  }

  async close(manager: EntityManager, spoolOwner: string): Promise<void> {
    await closeSpools(manager, [spoolOwner]);
  }
}

/** Charges the leases of a process, each up to its amount. */
async function chargeLeases(
  manager: EntityManager,
  spoolOwner: string,
  sums: readonly BudgetAccountCharge[],
): Promise<LeaseCharge[]> {
  const [rows] = await manager.query<[{ account: string; taken: string }[], number]>(
    `UPDATE budget_leases lease SET amount = amount - taken, charged = charged + spent
     FROM (
       SELECT account, spent, LEAST(amount, GREATEST(0, cost)) AS taken
       FROM unnest($2::text[], $3::bigint[], $4::bigint[]) AS sums (account, spent, cost)
       JOIN budget_leases USING (account) WHERE spool_owner = $1
     ) charge
     WHERE lease.account = charge.account AND spool_owner = $1 RETURNING lease.account, taken`,
    [
      spoolOwner,
      sums.map(({ account }) => account),
      sums.map(({ settled }) => settled),
      sums.map(({ amount }) => amount),
    ],
  );
  const taken = new Map(rows.map(({ account, taken }) => [account, Number(taken)]));
  return sums.map((sum) => ({ ...sum, fromLease: taken.get(sum.account) ?? 0 }));
}

/** One entry per account. */
function toEntries(charges: readonly LeaseCharge[]): Entry[] {
  const amounts = new Map<string, number>();
  const add = (account: string, amount: number): void => {
    amounts.set(account, (amounts.get(account) ?? 0) + amount);
  };
  for (const { account, amount, fromLease } of charges) {
    add(getLeasedAccount(account), -fromLease);
    add(account, fromLease - amount);
    add(getPayeeAccount(account), amount);
  }
  return [...amounts].filter(([, amount]) => amount !== 0);
}
