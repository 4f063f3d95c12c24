import { queryOptions } from '@tanstack/react-query';
import { type Schema, getAnswer, api } from '../../api/client.js';
import { type paths } from '../../api/schema.js';
import { type BudgetPeriod, periodStart } from './budget-period.js';

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

export function oneToken(id: string) {
  return queryOptions({
    queryKey: [...TOKENS, id],
    queryFn: () => getAnswer(api.GET('/api/tokens/{id}', { params: { path: { id } } })),
  });
}

/** What each token has spent since its budget began anew, for budgets that do. */
export function spentInPeriod(period: BudgetPeriod) {
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
