import { type Schema } from '../../api/client.js';

export type BudgetPeriod = Schema<'BudgetView'>['period'];

export const PERIOD_WORDS: Readonly<Record<BudgetPeriod, string>> = {
  total: 'in total',
  daily: 'per day',
  monthly: 'per month',
};
