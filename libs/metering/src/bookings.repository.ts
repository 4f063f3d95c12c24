import { GatewayError } from '#canonical';
import { type EntityManager } from 'typeorm';
import { isHeld, isSpentFrom } from './accounts.js';

export interface LedgerTransaction {
  kind: 'grant' | 'hold' | 'settle' | 'release' | 'refund' | 'orphan-cost';
  reference: string;
  entries: readonly Entry[];
}

type Entry = readonly [account: string, amountMicroUsd: number];

/** Adds one transaction to the ledger. The database refuses a second one of its kind about the same thing. */
export async function book(
  manager: EntityManager,
  { kind, reference, entries }: LedgerTransaction,
): Promise<void> {
  const [transaction] = await manager.query<{ id: string }[]>(
    'INSERT INTO ledger_transactions (kind, reference) VALUES ($1, $2) RETURNING id',
    [kind, reference],
  );
  // Always in one order, so that two bookings never wait for each other.
  const moved = entries.filter(([, amount]) => amount !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [account, amount] of moved) {
    await openAccount(manager, account);
    if (isSpentFrom(account)) await changeBalance(manager, account, amount);
    await manager.query(
      'INSERT INTO ledger_entries (transaction_id, account_id, amount) VALUES ($1, $2, $3)',
      [transaction?.id, account, amount],
    );
  }
}

/** From now on the account has no more than it was given. One that is in debt gets out of it first. */
export async function limitAccount(manager: EntityManager, account: string): Promise<void> {
  await openAccount(manager, account);
  await manager.query(
    'UPDATE ledger_accounts SET floor = LEAST(0, balance) WHERE id = $1 AND floor IS NULL',
    [account],
  );
}

/** Waits for whoever is opening the same account; the next statement sees it, whoever has opened it. */
async function openAccount(manager: EntityManager, account: string): Promise<void> {
  await manager.query(
    'INSERT INTO ledger_accounts (id, balance, floor) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [account, isSpentFrom(account) ? 0 : null, isHeld(account) ? 0 : null],
  );
}

/** Waits for whoever is changing the same balance, and then judges by what they have left. */
async function changeBalance(manager: EntityManager, account: string, amount: number): Promise<void> {
  const [, count] = await manager.query<[unknown, number]>(
    `UPDATE ledger_accounts SET balance = balance + $2::bigint,
       -- The floor of an account in debt follows it up, to nothing at the most.
       floor = CASE WHEN floor IS NULL OR $2::bigint < 0 THEN floor ELSE LEAST(0, balance + $2::bigint) END
     WHERE id = $1 AND (floor IS NULL OR $2::bigint > 0 OR balance + $2::bigint >= floor)`,
    [account, amount],
  );
  if (count > 0) return;
  if (isHeld(account)) throw new Error(`the ledger account ${account} does not hold ${-amount}`);
  throw new GatewayError('budget-exhausted', 'The budget of this API token is used up.');
}
