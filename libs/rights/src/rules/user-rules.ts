import { type WantedChange } from '../wanted-change.js';
import { type Principal, confinedTo, isUnlimited } from '../principal.js';
import { needsScope, onlyAdmins } from '../refusals.js';

/** A user can do all that the role and the owner of the same name can do, and so can whoever knows the password. */
export function checkUser(principal: Principal, { before, after, facts = {} }: WantedChange<'user'>): void {
  if (isUnlimited(principal)) return;
  if (confinedTo(principal) !== undefined) {
    const keepsRole = before?.role === after?.role && before?.email === after?.email;
    if (before === undefined || !keepsRole) throw onlyAdmins();
    return;
  }
  if (before?.role === 'admin') throw needsScope('*', 'the user is an admin');
  if (before?.role !== after?.role && after?.role !== 'member')
    throw needsScope('*', 'an admin may do everything', { param: 'role' });
  if (before === undefined) {
    if (facts.ownsNothing !== true)
      throw needsScope('*', 'tokens or stored things belong to this address already', { param: 'email' });
    return;
  }
  if (before.email !== after?.email)
    throw needsScope('*', 'what belongs to an address belongs to its user', { param: 'email' });
  if (before.passwordHash !== after.passwordHash)
    throw needsScope('*', 'with the password of a user one can do all that the user can', {
      param: 'password',
    });
}
