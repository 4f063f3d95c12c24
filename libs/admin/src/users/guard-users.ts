import { type UserRole, allows } from '#access';
import { GatewayError } from '#canonical';
import { type Principal } from '../access/principal.js';

/** Throws where somebody would lock themselves out, or get around being asked for their own password. */
export function refuseOwnAccount(principal: Principal, userId: string, advice: string): void {
  if (principal.kind !== 'user' || principal.userId !== userId) return;
  throw new GatewayError('wrong-state', `This is your own account. ${advice}`, { code: 'own_account' });
}

/** Whoever decides about admins can do all that these can: of scripts, only one that may do everything anyway. */
export function requirePowerOver(principal: Principal, ...roles: UserRole[]): void {
  if (principal.kind !== 'admin-token' || !roles.includes('admin') || allows(principal.scopes, '*')) return;
  throw new GatewayError('forbidden', 'An admin token needs the scope * to make or change an admin.', {
    code: 'missing_scope',
  });
}
