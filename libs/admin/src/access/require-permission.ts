import { type AdminScope, allows } from '#access';
import { GatewayError } from '#canonical';
import { type AdminRule, type ScopedRule } from './admin-access.js';
import { type Principal, type UserPrincipal } from './principal.js';

/** Throws unless this principal may call a route with this rule. */
export function requirePermission(principal: Principal, rule: AdminRule): void {
  if (rule === 'anyone' || rule === 'known') return;
  if (rule === 'user') return requireUser(principal);
  switch (principal.kind) {
    case 'operator':
      return;
    case 'user':
      return requireRole(principal, rule);
    case 'admin-token':
      return requireScope(principal.scopes, rule);
  }
}

function requireUser({ kind }: Principal): void {
  if (kind !== 'user') throw new GatewayError('forbidden', 'Only somebody who has signed in can do this.');
}

function requireRole({ role, mustChangePassword }: UserPrincipal, { member }: ScopedRule): void {
  if (mustChangePassword) {
    throw new GatewayError('forbidden', 'Choose a password of your own first (POST /api/session/password).', {
      code: 'password_change_required',
    });
  }
  if (role !== 'admin' && !member) throw new GatewayError('forbidden', 'Only an admin can do this.');
}

function requireScope(scopes: readonly AdminScope[], { scope }: ScopedRule): void {
  if (allows(scopes, scope)) return;
  throw new GatewayError('forbidden', `This admin token does not have the scope ${scope}.`, {
    code: 'missing_scope',
  });
}
