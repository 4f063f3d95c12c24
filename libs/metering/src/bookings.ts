import { type EntityManager } from 'typeorm';
import { InsufficientBalanceError } from './insufficient-balance-error.js';
import { isBudgetAccount, isReserveAccount, hasBalance } from './accounts.js';

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
    | 'renew'
    | 'orphan-cost';
  reference: string;
  entries: readonly Entry[];
}

/** The amount is in millionths of a dollar, or in the unit of the budget account. */
export type Entry = readonly [account: string, amount: number];

/**
 * Kinds that may overdraw a budget account: the money is already spent, an admin has lowered the limit, or an amount was
 * refunded to a rolling budget after it had renewed.
 */
const OVERDRAWING_KINDS: ReadonlySet<LedgerTransaction['kind']> = new Set(['spend', 'cut', 'renew']);

/** Adds one transaction to the ledger. The database rejects a second one with the same kind and reference. */
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
    accounts.filter((account) => !hasBalance(account)),
  );
  await changeBalances(
    manager,
    moved.filter(([account]) => hasBalance(account)),
    OVERDRAWING_KINDS.has(kind),
  );
  await manager.query(
    `INSERT INTO ledger_entries (transaction_id, account_id, amount)
     SELECT $1, account, amount FROM unnest($2::text[], $3::bigint[]) AS moved (account, amount)`,
    [transaction?.id, accounts, moved.map(([, amount]) => amount)],
  );
}

/**
 * Locks the balances until the transaction ends, always in the same order to prevent deadlocks. A transaction that
 * books more than once must therefore first lock the accounts of all its bookings.
 */
export async function lockAccounts(manager: EntityManager, accounts: readonly string[]): Promise<void> {
  const lockable = accounts.filter(hasBalance);
  if (lockable.length === 0) return;
  await openAccounts(manager, lockable);
  await manager.query(
    'SELECT FROM ledger_accounts WHERE id = ANY($1) ORDER BY id COLLATE "C" FOR NO KEY UPDATE',
    [lockable],
  );
}

/** Prevents the account from being overdrawn. An account in debt keeps its debt as the limit until it is paid. */
export async function limitAccount(manager: EntityManager, account: string): Promise<void> {
  await manager.query(
    'UPDATE ledger_accounts SET floor = LEAST(0, balance) WHERE id = $1 AND floor IS NULL',
    [account],
  );
}

export async function unlimitAccount(manager: EntityManager, account: string): Promise<void> {
  await manager.query('UPDATE ledger_accounts SET floor = NULL WHERE id = $1', [account]);
}

/** Waits if another transaction is inserting the same account; the next statement then sees that account. */
async function openAccounts(manager: EntityManager, accounts: readonly string[]): Promise<void> {
  if (accounts.length === 0) return;
  await manager.query(
    `INSERT INTO ledger_accounts (id, balance, floor)
     SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS opened (id, balance, floor)
     ORDER BY id COLLATE "C" ON CONFLICT DO NOTHING`,
    [
      accounts,
      accounts.map((account) => (hasBalance(account) ? 0 : null)),
      accounts.map((account) => (isReserveAccount(account) ? 0 : null)),
    ],
  );
}

/** Changes all balances, or throws. */
async function changeBalances(
  manager: EntityManager,
  moved: readonly Entry[],
  canOverdraw: boolean,
): Promise<void> {
  const [changed] = await manager.query<[{ id: string }[], number]>(
    `UPDATE ledger_accounts account SET balance = balance + amount,
       -- The floor of an account in debt follows the balance down and back up, to at most 0.
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
      moved.map(([account]) => canOverdraw && isBudgetAccount(account)),
    ],
  );
  if (changed.length === moved.length) return;
  const changedIds = new Set(changed.map(({ id }) => id));
  const [short = '', amount] = moved.find(([account]) => !changedIds.has(account)) ?? [];
  if (isBudgetAccount(short)) throw new InsufficientBalanceError(short);
  throw new Error(`the ledger account ${short} does not hold ${-Number(amount)}`);
}
