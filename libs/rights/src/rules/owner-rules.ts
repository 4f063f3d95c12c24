import { allows } from '../admin-scope.js';
import { type WantedChange } from '../wanted-change.js';
import { type Principal } from '../principal.js';
import { needsScope } from '../refusals.js';

/** The limits of an owner replace those of the user with the same name, so changing them requires `users:write`. */
export function checkOwner(principal: Principal, { facts = {} }: WantedChange<'owner'>): void {
  if (principal.kind !== 'admin-token' || facts.isNoUser === true) return;
  if (!allows(principal.scopes, 'users:write'))
    throw needsScope('users:write', 'this owner is a user', { param: 'name' });
}
