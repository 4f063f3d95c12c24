import { type UserRole, allows } from '#access';
import { GatewayError } from '#canonical';
import { type Principal } from '../access/principal.js';

/** Whoever decides about admins can do all that these can: of scripts, only one that may do everything anyway. */
export function requirePowerOver(principal: Principal, ...roles: UserRole[]): void {
  if (principal.kind !== 'admin-token' || !roles.includes('admin') || allows(principal.scopes, '*')) return;
  throw new GatewayError('forbidden', 'An admin token needs the scope * to make or change an admin.', {
    code: 'missing_scope',
  });
}
