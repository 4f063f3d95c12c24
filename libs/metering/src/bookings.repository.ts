import { type EntityManager } from 'typeorm';
import { AccountShort } from './account-short.js';
import { isBudgetAccount, isSetAside, keepsBalance } from './accounts.js';

export interface LedgerTransaction {
  kind:
    | 'grant'
    | 'cut'
    | 'hold'
    | 'settle'
    | 'release'
    | 'refund'
    | 'lease'
    | 'lease-return'
    | 'spend'
    | 'orphan-cost';
  reference: string;
  entries: readonly Entry[];
}

export type Entry = readonly [account: string, amountMicroUsd: number];

/**
 * What is spent already is booked, whether a budget account has it or not; and who lowers a limit does not ask, either.
 */
const OVERDRAWING: ReadonlySet<LedgerTransaction['kind']> = new Set(['spend', 'cut']);

/** Adds one transaction to the ledger. The database refuses a second one of its kind about the same thing. */
export async function book(
  manager: EntityManager,
  { kind, reference, entries }: LedgerTransaction,
): Promise<void> {
  const [transaction] = await manager.query<{ id: string }[]>(
    'INSERT INTO ledger_transactions (kind, reference) VALUES ($1, $2) RETURNING id',
    [kind, reference],
  );
  const moved = entries.filter(([, amount]) => amount !== 0);
  const accounts = moved.map(([account]) => account);
  await lockAccounts(manager, accounts);
  await openAccounts(
    manager,
    accounts.filter((account) => !keepsBalance(account)),
  );
  await changeBalances(
    manager,
    moved.filter(([account]) => keepsBalance(account)),
    OVERDRAWING.has(kind),
  );
  await manager.query(
    `INSERT INTO ledger_entries (transaction_id, account_id, amount)
     SELECT $1, account, amount FROM unnest($2::text[], $3::bigint[]) AS moved (account, amount)`,
    [transaction?.id, accounts, moved.map(([, amount]) => amount)],
  );
}

/**
 * Nobody else changes these balances until this transaction has ended. Always in one order, so that two never wait for
 * each other: who books more than once in a transaction locks the budget accounts of all of it first.
 */
export async function lockAccounts(manager: EntityManager, accounts: readonly string[]): Promise<void> {
  const kept = accounts.filter(keepsBalance);
  if (kept.length === 0) return;
  await openAccounts(manager, kept);
  await manager.query(
    'SELECT FROM ledger_accounts WHERE id = ANY($1) ORDER BY id COLLATE "C" FOR NO KEY UPDATE',
    [kept],
  );
}

/** From now on the account has no more than it was given. One that is in debt gets out of it first. */
export async function limitAccount(manager: EntityManager, account: string): Promise<void> {
  await manager.query(
    'UPDATE ledger_accounts SET floor = LEAST(0, balance) WHERE id = $1 AND floor IS NULL',
    [account],
  );
}

export async function unlimitAccount(manager: EntityManager, account: string): Promise<void> {
  await manager.query('UPDATE ledger_accounts SET floor = NULL WHERE id = $1', [account]);
}

/** Waits for whoever is opening the same account; the next statement sees it, whoever has opened it. */
async function openAccounts(manager: EntityManager, accounts: readonly string[]): Promise<void> {
  if (accounts.length === 0) return;
  await manager.query(
    `INSERT INTO ledger_accounts (id, balance, floor)
     SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS opened (id, balance, floor)
     ORDER BY id COLLATE "C" ON CONFLICT DO NOTHING`,
    [
      accounts,
      accounts.map((account) => (keepsBalance(account) ? 0 : null)),
      accounts.map((account) => (isSetAside(account) ? 0 : null)),
    ],
  );
}

/** All of them or none. */
async function changeBalances(
  manager: EntityManager,
  moved: readonly Entry[],
  isOverdrawing: boolean,
): Promise<void> {
  const [changed] = await manager.query<[{ id: string }[], number]>(
    `UPDATE ledger_accounts account SET balance = balance + amount,
       -- The floor of an account in debt goes down with it, and follows it up, to nothing at the most.
       floor = CASE WHEN floor IS NULL THEN NULL
                    WHEN amount > 0 THEN LEAST(0, balance + amount)
                    ELSE LEAST(floor, balance + amount) END
     FROM unnest($1::text[], $2::bigint[], $3::boolean[]) AS moved (id, amount, may_overdraw)
     WHERE account.id = moved.id
       AND (floor IS NULL OR amount > 0 OR may_overdraw OR balance + amount >= floor)
     RETURNING account.id`,
    [
      moved.map(([account]) => account),
      moved.map(([, amount]) => amount),
      moved.map(([account]) => isOverdrawing && isBudgetAccount(account)),
    ],
  );
  if (changed.length === moved.length) return;
  const done = new Set(changed.map(({ id }) => id));
  const [short = '', amount] = moved.find(([account]) => !done.has(account)) ?? [];
  if (isBudgetAccount(short)) throw new AccountShort(short);
  throw new Error(`the ledger account ${short} does not hold ${-Number(amount)}`);
}
