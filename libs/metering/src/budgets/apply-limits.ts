import { type EntityManager } from 'typeorm';
import { BUDGETS } from '../accounts.js';
import { book, limitAccount, lockAccounts, unlimitAccount } from '../bookings.js';
import { requireMoney } from '../money.js';
import { notifyProcesses } from './budget-channel.js';
import { type BudgetAccountLimit } from './budget-account.js';

/**
 * Grants each budget account its limit: the whole limit to a new account, and the difference after a change. Earlier
 * spending counts. All accounts stay locked until the transaction ends.
 */
export async function applyLimits(
  manager: EntityManager,
  budgetAccounts: readonly BudgetAccountLimit[],
): Promise<void> {
  for (const { limit = 0 } of budgetAccounts) requireMoney(limit);
  const accounts = budgetAccounts.map(({ account }) => account);
  await lockAccounts(manager, accounts);
  const limits = await loadLimits(manager, accounts);
  for (const { account, limit } of budgetAccounts) {
    const current = limits.get(account);
    if (limit === current?.limit) continue;
    await changeLimit(manager, account, { limit, version: (current?.version ?? 0) + 1 });
  }
}

/** The accounts of tokens with a total budget. Only these accounts are still used after their budget was removed. */
export async function loadLimitedTokenAccounts(manager: EntityManager): Promise<string[]> {
  const rows = await manager.query<{ account: string }[]>(
    `SELECT account FROM (
       SELECT DISTINCT ON (account) account, limit_micro_usd FROM budget_limits
       WHERE account LIKE 'token:%' AND account NOT LIKE '%@%' ORDER BY account, version DESC
     ) latest WHERE limit_micro_usd IS NOT NULL`,
  );
  return rows.map(({ account }) => account);
}

interface LimitVersion {
  limit: number | undefined;
  version: number;
}

async function loadLimits(
  manager: EntityManager,
  accounts: readonly string[],
): Promise<ReadonlyMap<string, LimitVersion>> {
  const rows = await manager.query<{ account: string; version: number; limit_micro_usd: string | null }[]>(
    `SELECT DISTINCT ON (account) account, version, limit_micro_usd FROM budget_limits
     WHERE account = ANY($1) ORDER BY account, version DESC`,
    [accounts],
  );
  return new Map(
    rows.map(({ account, version, limit_micro_usd: limit }) => [
      account,
      { version, limit: limit === null ? undefined : Number(limit) },
    ]),
  );
}

async function changeLimit(
  manager: EntityManager,
  account: string,
  { limit, version }: LimitVersion,
): Promise<void> {
  await manager.query('INSERT INTO budget_limits (account, version, limit_micro_usd) VALUES ($1, $2, $3)', [
    account,
    version,
    limit ?? null,
  ]);
  if (limit === undefined) return unlimitAccount(manager, account);
  const difference = limit - (await loadGranted(manager, account));
  if (difference !== 0) {
    await book(manager, {
      kind: difference > 0 ? 'grant' : 'cut',
      reference: `${account}#${version}`,
      entries: [
        [BUDGETS, -difference],
        [account, difference],
      ],
    });
  }
  await limitAccount(manager, account);
  await deleteThresholds(manager, account, limit);
  await notifyProcesses(manager, difference < 0 ? 'wanted' : 'returned', [account]);
}

async function loadGranted(manager: EntityManager, account: string): Promise<number> {
  const [row] = await manager.query<{ granted: string | null }[]>(
    `SELECT sum(amount) AS granted FROM ledger_entries JOIN ledger_transactions t ON t.id = transaction_id
     WHERE account_id = $1 AND kind IN ('grant', 'cut')`,
    [account],
  );
  return Number(row?.granted ?? 0);
}

/** After a limit was raised, its thresholds can be reached again, and then notify again. */
async function deleteThresholds(manager: EntityManager, account: string, limit: number): Promise<void> {
  await manager.query(
    `DELETE FROM budget_thresholds WHERE account = $1 AND percent * $2::numeric > 100 * (
       SELECT $2 - sum(balance) FROM ledger_accounts WHERE id IN ($1, $1 || '/held', $1 || '/leased'))`,
    [account, limit],
  );
}
