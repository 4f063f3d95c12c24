import { type TokenView } from '#admin';
import { type NamedResources } from '../admin/find-named.js';

export const TOKENS: NamedResources<TokenView> = {
  noun: 'token',
  path: '/api/tokens',
  filter: 'search',
  isNamed: (token, name) => token.name === name,
};

export const TOKEN_STATUSES = [
  'active',
  'expired',
  'revoked',
] as const satisfies readonly TokenView['status'][];

type Budget = NonNullable<TokenView['budget']>;

export const BUDGET_PERIODS = ['total', 'daily', 'monthly'] as const satisfies readonly Budget['period'][];
