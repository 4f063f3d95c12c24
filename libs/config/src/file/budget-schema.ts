import * as values from './values.js';

export const BUDGET_PERIODS = ['total', 'daily', 'monthly'] as const;

export const budgetSchema = values.mapOf('a map of usd and period', {
  usd: values.usd,
  period: values.oneOf('a period', BUDGET_PERIODS).default('total'),
});
