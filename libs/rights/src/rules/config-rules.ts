import { type WantedChange } from '../wanted-change.js';
import { type Principal, isUnlimited } from '../principal.js';
import { needsScope } from '../refusals.js';

/** A file without a number takes the next one. */
const MAX_LEAP = 1_000;

/** No later file counts before it has a higher generation, so a leap would lock out the operator's own files. */
export function checkConfig(principal: Principal, { before, after }: WantedChange<'config'>): void {
  if (isUnlimited(principal) || after?.generation === undefined) return;
  if (after.generation - (before?.generation ?? 0) > MAX_LEAP)
    throw needsScope('*', `it is more than ${MAX_LEAP} above the one that counts`, {
      param: 'config.generation',
    });
}
