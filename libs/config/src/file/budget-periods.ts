export const BUDGET_PERIODS = ['total', 'daily', 'monthly'] as const;
