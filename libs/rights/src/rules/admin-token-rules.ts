import { GatewayError } from '#canonical';
import { allows } from '../admin-scope.js';
import { type WantedChange } from '../wanted-change.js';
import { type Principal } from '../principal.js';
import { needsScope } from '../refusals.js';

/** An admin token cannot create one with more scopes or a later expiry than its own. */
export function checkAdminToken(principal: Principal, { before, after }: WantedChange<'admin-token'>): void {
  if (principal.kind !== 'admin-token' || after === undefined || before !== undefined) return;
  const excess = after.scopes.find((scope) => !allows(principal.scopes, scope));
  if (excess !== undefined)
    throw needsScope(excess, 'an admin token can only grant scopes that it has', { param: 'scopes' });
  const { expiresAt } = principal;
  if (expiresAt === undefined || (after.expiresAt !== null && after.expiresAt <= expiresAt)) return;
  throw new GatewayError(
    'forbidden',
    `"expires_at" must not be later than ${expiresAt.toISOString()}, when the admin token of this request expires.`,
    { param: 'expires_at', code: 'outlives_caller' },
  );
}
