import { type WantedChange } from '../wanted-change.js';
import { type Principal, isUnlimited } from '../principal.js';
import { needsScope } from '../refusals.js';

const MAX_GENERATION_STEP = 1_000;

/**
 * Later files must have a higher generation, so a large leap would lock out the operator's own files. A file without a
 * generation gets the next one.
 */
export function checkConfig(principal: Principal, { before, after }: WantedChange<'config'>): void {
  if (isUnlimited(principal) || after?.generation === undefined) return;
  if (after.generation - (before?.generation ?? 0) > MAX_GENERATION_STEP)
    throw needsScope('*', `it is more than ${MAX_GENERATION_STEP} above the active one`, {
      param: 'config.generation',
    });
}
