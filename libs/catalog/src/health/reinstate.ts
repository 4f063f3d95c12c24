import { type HealthStatus } from './health-status.js';

export interface Judged {
  status: HealthStatus;
  /** Whether a rate of errors alone is what is held against it. */
  isByRate: boolean;
  until: number;
}

/**
 * Where more than half of the targets of a model are ejected, those that only fail too often are taken back, the
 * one whose time is over first being the first: the load of all on a few would only make these fail, too.
 */
export function reinstateHalf(targets: readonly Judged[]): HealthStatus[] {
  const statuses = targets.map(({ status }) => status);
  const ejected = statuses.filter((status) => status === 'ejected').length;
  const excess = ejected - Math.floor(targets.length / 2);
  if (excess <= 0) return statuses;
  const reinstated = targets
    .filter(({ status, isByRate }) => status === 'ejected' && isByRate)
    .toSorted((a, b) => a.until - b.until)
    .slice(0, excess);
  return targets.map((target) => (reinstated.includes(target) ? 'healthy' : target.status));
}
