import { useQuery } from '@tanstack/react-query';
import { type Token, spentInPeriod } from './token-queries.js';

/** What counts against the budgets of these tokens; undefined for one where that is not known yet. */
export function useSpending(tokens: readonly Token[]): (token: Token) => number | undefined {
  const has = (period: string) => tokens.some(({ budget }) => budget?.period === period);
  const daily = useQuery({ ...spentInPeriod('daily'), enabled: has('daily') });
  const monthly = useQuery({ ...spentInPeriod('monthly'), enabled: has('monthly') });
  return ({ id, budget, spent_usd: everSpent }) => {
    if (budget === null || budget.period === 'total') return everSpent;
    const { data } = budget.period === 'daily' ? daily : monthly;
    return data === undefined ? undefined : (data.get(id) ?? 0);
  };
}
