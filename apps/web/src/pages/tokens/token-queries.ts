import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Schema, api, unwrapResponse } from '../../api/client.js';
import type { paths } from '../../api/schema.js';
import { findWarningEnd } from './token-expiry.js';

export type Token = Schema<'TokenView'>;

export const TOKENS = ['tokens'] as const;

/** The link from the page of a token back to the list. */
export const TOKEN_LIST = { label: 'Tokens', to: '/tokens' };

export type TokenListQuery = NonNullable<paths['/api/tokens']['get']['parameters']['query']>;

export function tokenList(query: TokenListQuery) {
  return queryOptions({
    queryKey: [...TOKENS, 'list', query],
    queryFn: () => unwrapResponse(api.GET('/api/tokens', { params: { query } })),
    placeholderData: (before) => before,
  });
}

export function expiringTokens(limit: number) {
  return tokenList({ status: 'active', expires_before: findWarningEnd(), limit });
}

export function oneToken(id: string) {
  return queryOptions({
    queryKey: [...TOKENS, id],
    queryFn: () => unwrapResponse(api.GET('/api/tokens/{id}', { params: { path: { id } } })),
  });
}

/** The number of requests with an unknown price in the last 30 days, by token id. */
const unpricedRequests = queryOptions({
  queryKey: [...TOKENS, 'unpriced'],
  queryFn: async () => {
    const query = { interval: 'total' as const, group_by: 'token' };
    const { data } = await unwrapResponse(api.GET('/api/usage', { params: { query } }));
    return new Map(data.map((sum) => [sum.token_id ?? '', sum.requests_of_unknown_cost]));
  },
});

/** Returns a function for the number of requests of a token that its spend does not include, because the price is unknown. */
export function useUnpriced(): (token: Token) => number {
  const { data } = useQuery(unpricedRequests);
  return ({ id }) => data?.get(id) ?? 0;
}
