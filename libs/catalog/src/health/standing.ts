/**
 * What is known of a target at this moment. `probe`: it was ejected, its time is over, and the next request may
 * find out whether it works again.
 */
export type Standing = 'healthy' | 'probe' | 'cooling' | 'ejected';

const RANKS: Record<Standing, number> = { healthy: 0, probe: 0, cooling: 1, ejected: 2 };

/** Nothing is known against it. */
export function isUsable(standing: Standing): boolean {
  return RANKS[standing] === 0;
}

/** What is to be tried first has the lowest. */
export function rankOf(standing: Standing): number {
  return RANKS[standing];
}

/** Of an account and a model there, the worse one decides. */
export function worseOf(one: Standing, other: Standing): Standing {
  if (RANKS[one] !== RANKS[other]) return RANKS[one] > RANKS[other] ? one : other;
  return one === 'healthy' ? other : one;
}
