import { GatewayError } from '#canonical';
import { type Principal } from '../access/principal.js';

type Owner = string | null;

/**
 * Throws where a script that may only look after tokens puts one in somebody's name: whoever holds a token of an owner
 * reads what that owner has stored.
 */
export function requireOwnerRights(principal: Principal, before: Owner, after: Owner): void {
  if (before === after || principal.kind !== 'admin-token' || principal.scopes.includes('*')) return;
  throw new GatewayError(
    'forbidden',
    '"owner" can only be set with the scope *: whoever holds a token of an owner sees all that the owner has stored.',
    { param: 'owner', code: 'missing_scope' },
  );
}
