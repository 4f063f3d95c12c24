/**
 * The current status of a target. `probe`: it was ejected, its time is over, and the next request tests whether it
 * works again.
 */
export type HealthStatus = 'healthy' | 'probe' | 'cooling' | 'ejected';

const RANKS: Record<HealthStatus, number> = { healthy: 0, probe: 0, cooling: 1, ejected: 2 };

/** Whether it can be used normally. */
export function isUsable(status: HealthStatus): boolean {
  return RANKS[status] === 0;
}

/** Lower ranks are tried first. */
export function getRank(status: HealthStatus): number {
  return RANKS[status];
}

/** The worse of the statuses of an account and of a model. */
export function pickWorse(one: HealthStatus, other: HealthStatus): HealthStatus {
  if (RANKS[one] !== RANKS[other]) return RANKS[one] > RANKS[other] ? one : other;
  return one === 'healthy' ? other : one;
}
