import { type EntityManager } from 'typeorm';
import { type BudgetAccountFacts, describeBudgetAccount } from './budget-account.js';

/** Spending has reached a percentage of a budget for the first time. */
export interface BudgetThreshold extends Pick<BudgetAccountFacts, 'scope' | 'name' | 'unit' | 'period'> {
  account: string;
  /** In the unit. Money is in millionths of a dollar. */
  limit: number;
  spent: number;
  percent: number;
  reachedAt: Date;
}

/** Called in the transaction that spends the money. */
export type OnThreshold = (manager: EntityManager, threshold: BudgetThreshold) => Promise<void>;

/** The injection token of an `OnThreshold`. */
export const ON_THRESHOLD = Symbol('on threshold');

const PERCENTS = [80, 100];

interface Crossing {
  account: string;
  percent: number;
  limit: string;
  spent: string;
  reached_at: Date;
}

/** Calls `onThreshold` once for every threshold that these budget accounts have newly reached. */
export async function notifyThresholds(
  manager: EntityManager,
  budgetAccounts: readonly string[],
  onThreshold: OnThreshold,
): Promise<void> {
  const crossings = await manager.query<Crossing[]>(
    `WITH limits AS (
       SELECT DISTINCT ON (account) account, limit_micro_usd AS "limit" FROM budget_limits
       WHERE account = ANY($1) ORDER BY account, version DESC
     ), spending AS (
       SELECT account, "limit", "limit" - (
         SELECT sum(balance) FROM ledger_accounts WHERE id IN (account, account || '/held', account || '/leased')
       ) AS spent FROM limits WHERE "limit" > 0
     ), crossed AS (
       INSERT INTO budget_thresholds (account, percent)
       SELECT account, percent FROM spending, unnest($2::int[]) AS percent WHERE 100 * spent >= percent * "limit"
       ON CONFLICT DO NOTHING RETURNING account, percent, reached_at
     )
     SELECT account, percent, "limit", spent, reached_at FROM crossed JOIN spending USING (account) ORDER BY account, percent`,
    [budgetAccounts, PERCENTS],
  );
  for (const { account, percent, limit, spent, reached_at: reachedAt } of crossings) {
    const { scope, name, unit, period } = describeBudgetAccount(account);
    await onThreshold(manager, {
      scope,
      account,
      name,
      unit,
      period,
      limit: Number(limit),
      spent: Number(spent),
      percent,
      reachedAt,
    });
  }
}
