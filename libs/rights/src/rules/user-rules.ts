import { type WantedChange } from '../wanted-change.js';
import { type Principal, getOwnerScope, isUnlimited } from '../principal.js';
import { needsScope, onlyAdmins } from '../refusals.js';

/** A user has the permissions of the role and of the owner with the same name, and so has any caller with the password. */
export function checkUser(principal: Principal, { before, after, facts = {} }: WantedChange<'user'>): void {
  if (isUnlimited(principal)) return;
  if (getOwnerScope(principal) !== undefined) {
    const keepsRole = before?.role === after?.role && before?.email === after?.email;
    if (before === undefined || !keepsRole) throw onlyAdmins();
    return;
  }
  if (before?.role === 'admin') throw needsScope('*', 'the user is an admin');
  if (before?.role !== after?.role && after?.role !== 'member')
    throw needsScope('*', 'an admin has all permissions', { param: 'role' });
  if (before === undefined) {
    if (facts.ownsNothing !== true)
      throw needsScope('*', 'tokens or data already belong to this address', { param: 'email' });
    return;
  }
  if (before.email !== after?.email)
    throw needsScope('*', 'the data of an email address belongs to its user', { param: 'email' });
  if (before.passwordHash !== after.passwordHash)
    throw needsScope('*', 'the password of a user gives all permissions of the user', {
      param: 'password',
    });
}
