import { type Standing } from './standing.js';

export interface Judged {
  standing: Standing;
  /** Whether a rate of errors alone is what is held against it. */
  isByRate: boolean;
  until: number;
}

/**
 * Where more than half of the targets of a model are ejected, those that only fail too often are taken back, the
 * one whose time is over first being the first: the load of all on a few would only make these fail, too.
 */
export function pardonByHalf(targets: readonly Judged[]): Standing[] {
  const standings = targets.map(({ standing }) => standing);
  const ejected = standings.filter((standing) => standing === 'ejected').length;
  const excess = ejected - Math.floor(targets.length / 2);
  if (excess <= 0) return standings;
  const pardoned = targets
    .filter(({ standing, isByRate }) => standing === 'ejected' && isByRate)
    .toSorted((a, b) => a.until - b.until)
    .slice(0, excess);
  return targets.map((target) => (pardoned.includes(target) ? 'healthy' : target.standing));
}
