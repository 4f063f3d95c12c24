import { type Schema } from '../../api/client.js';

export type BudgetPeriod = Schema<'BudgetView'>['period'];

/** Periods of budgets are days and months in UTC. Undefined for a budget that never begins anew. */
export function periodStart(period: BudgetPeriod, now = new Date()): string | undefined {
  switch (period) {
    case 'total':
      return undefined;
    case 'daily':
      return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())).toISOString();
    case 'monthly':
      return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth())).toISOString();
  }
}

export const PERIOD_WORDS: Readonly<Record<BudgetPeriod, string>> = {
  total: 'in total',
  daily: 'a day',
  monthly: 'a month',
};
