import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import {
  type BudgetAccountScope,
  type BudgetPeriod,
  describeBudgetAccount,
  getBudgetWindow,
} from './budget-account.js';

/** The budget of a scope and period that has the smallest share left. */
export interface BudgetLeft {
  scope: BudgetAccountScope;
  period: BudgetPeriod;
  leftMicroUsd: number;
  /** From 0 to 1. */
  ratio: number;
}

/** With more budgets than this, only the first ones are considered. */
const MAX_ACCOUNTS = 10_000;

/** The remaining amounts of current budgets in the ledger, without those of disabled tokens. */
@Injectable()
export class BudgetsLeftRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** One per scope and period that has a budget with any spending. */
  async list(now = new Date()): Promise<BudgetLeft[]> {
    const rows = await this.dataSource.query<{ account: string; limit: number; left: number }[]>(
      `WITH limits AS (
         SELECT DISTINCT ON (account) account, limit_micro_usd AS "limit" FROM budget_limits
         WHERE account NOT LIKE '%@%' OR account LIKE '%' || $1 OR account LIKE '%' || $2
         ORDER BY account, version DESC LIMIT ${MAX_ACCOUNTS}
       )
       SELECT account, "limit"::float8, (
         SELECT COALESCE(sum(balance), 0) FROM ledger_accounts
         WHERE id IN (account, account || '/held', account || '/leased')
       )::float8 AS "left" FROM limits WHERE "limit" > 0 AND (account NOT LIKE 'token:%'
         OR split_part(substr(account, length('token:') + 1), '@', 1) IN (SELECT id::text FROM tokens WHERE enabled))`,
      [getBudgetWindow('daily', now), getBudgetWindow('monthly', now)],
    );
    const smallest = new Map<string, BudgetLeft>();
    for (const { account, limit, left } of rows) {
      const { scope, period } = describeBudgetAccount(account);
      const leftMicroUsd = Math.max(0, left);
      const ratio = Math.min(1, leftMicroUsd / limit);
      const key = `${scope} ${period}`;
      if (ratio < (smallest.get(key)?.ratio ?? Infinity)) {
        smallest.set(key, { scope, period, leftMicroUsd, ratio });
      }
    }
    return [...smallest.values()];
  }
}
