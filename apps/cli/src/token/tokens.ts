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
