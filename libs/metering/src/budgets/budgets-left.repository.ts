import {
  BUDGET_UNITS,
  type BudgetPeriod,
  type BudgetUnit,
  CALENDAR_PERIODS,
  getRollingHours,
} from '#declarations';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { type BudgetAccountScope, describeBudgetAccount } from './budget-account.js';
import { getLastReturnedSlot, getWindowSuffix } from './budget-period.js';

/** The budget of a scope, unit and period that has the smallest share left. */
export interface BudgetLeft {
  scope: BudgetAccountScope;
  unit: BudgetUnit;
  period: BudgetPeriod;
  /** In the unit. */
  left: number;
  /** From 0 to 1. */
  ratio: number;
}

interface LeftRow {
  account: string;
  limit: number;
  left: number;
  /** The beginnings and amounts of the slots of a rolling budget. */
  slots: [start: string, amount: number][] | null;
}

/** With more budgets than this, only the first ones are considered. */
const MAX_ACCOUNTS = 10_000;

/** The remaining amounts of current budgets in the ledger, without those of disabled tokens. */
@Injectable()
export class BudgetsLeftRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** One per scope, unit and period that has a budget with any spending. */
  async list(now = new Date()): Promise<BudgetLeft[]> {
    const rows = await this.dataSource.query<LeftRow[]>(
      `WITH limits AS (
         SELECT DISTINCT ON (account) account, limit_micro_usd AS "limit" FROM budget_limits
         WHERE account NOT LIKE '%@%' OR account ~ '[@:][0-9]+h$' OR substring(account FROM '@.*$') = ANY($1)
         ORDER BY account, version DESC LIMIT ${MAX_ACCOUNTS}
       )
       SELECT account, "limit"::float8, (
         SELECT COALESCE(sum(balance), 0) FROM ledger_accounts
         WHERE id IN (account, account || '/held', account || '/leased')
       )::float8 AS "left", (
         SELECT json_agg(json_build_array(slot_start, amount)) FROM budget_slots WHERE budget_slots.account = limits.account
       ) AS slots FROM limits WHERE "limit" > 0 AND (account NOT LIKE 'token:%'
         OR split_part(substr(account, length('token:') + 1), '@', 1) IN (SELECT id::text FROM tokens WHERE enabled))`,
      [BUDGET_UNITS.flatMap((unit) => CALENDAR_PERIODS.map((period) => getWindowSuffix(unit, period, now)))],
    );
    const smallest = new Map<string, BudgetLeft>();
    for (const { account, limit, left: unrenewed, slots } of rows) {
      const { scope, unit, period } = describeBudgetAccount(account);
      const left = Math.max(0, unrenewed + sumReturned(period, slots ?? [], now));
      const ratio = Math.min(1, left / limit);
      const key = `${scope} ${unit} ${period}`;
      if (ratio < (smallest.get(key)?.ratio ?? Infinity)) {
        smallest.set(key, { scope, unit, period, left, ratio });
      }
    }
    return [...smallest.values()];
  }
}

/** What returns to a rolling budget with its next renewal. */
function sumReturned(
  period: BudgetPeriod,
  slots: readonly [start: string, amount: number][],
  now: Date,
): number {
  const hours = getRollingHours(period);
  if (hours === undefined) return 0;
  const last = getLastReturnedSlot(hours, now).getTime();
  return slots.reduce((sum, [start, amount]) => (Date.parse(start) <= last ? sum + amount : sum), 0);
}
