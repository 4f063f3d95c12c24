import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Schema, api, getAnswer } from '../../api/client.js';
import { type paths } from '../../api/schema.js';
import { type BudgetPeriod, periodStart } from './budget-period.js';
import { findWarningEnd } from './token-expiry.js';

export type Token = Schema<'TokenView'>;

export const TOKENS = ['tokens'] as const;

export type TokenListQuery = NonNullable<paths['/api/tokens']['get']['parameters']['query']>;

export function tokenList(query: TokenListQuery) {
  return queryOptions({
    queryKey: [...TOKENS, 'list', query],
    queryFn: () => getAnswer(api.GET('/api/tokens', { params: { query } })),
    placeholderData: (before) => before,
  });
}

/** What can be used now and ends within the next days. */
export function expiringTokens(limit: number) {
  return tokenList({ status: 'active', expires_before: findWarningEnd(), limit });
}

export function oneToken(id: string) {
  return queryOptions({
    queryKey: [...TOKENS, id],
    queryFn: () => getAnswer(api.GET('/api/tokens/{id}', { params: { path: { id } } })),
  });
}

/** What each token has spent since its budget began anew, for budgets that do. */
function spentInPeriod(period: BudgetPeriod) {
  return queryOptions({
    queryKey: [...TOKENS, 'spent', period],
    queryFn: async () => {
      const query = { from: periodStart(period), interval: 'day' as const, group_by: 'token' };
      const { data } = await getAnswer(api.GET('/api/usage', { params: { query } }));
      const spent = new Map<string, number>();
      for (const { token_id: id = '', cost_usd: usd } of data) spent.set(id, (spent.get(id) ?? 0) + usd);
      return spent;
    },
  });
}

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
