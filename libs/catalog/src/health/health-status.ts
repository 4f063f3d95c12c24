/**
 * What is known of a target at this moment. `probe`: it was ejected, its time is over, and the next request may
 * find out whether it works again.
 */
export type HealthStatus = 'healthy' | 'probe' | 'cooling' | 'ejected';

const RANKS: Record<HealthStatus, number> = { healthy: 0, probe: 0, cooling: 1, ejected: 2 };

/** Nothing is known against it. */
export function isUsable(status: HealthStatus): boolean {
  return RANKS[status] === 0;
}

/** What is to be tried first has the lowest. */
export function getRank(status: HealthStatus): number {
  return RANKS[status];
}

/** Of an account and a model there, the worse one decides. */
export function pickWorse(one: HealthStatus, other: HealthStatus): HealthStatus {
  if (RANKS[one] !== RANKS[other]) return RANKS[one] > RANKS[other] ? one : other;
  return one === 'healthy' ? other : one;
}
