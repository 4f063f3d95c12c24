import { type Schema } from '../../api/client.js';

type UsageSum = Schema<'UsageSumView'>;

export interface Figures {
  requests: number;
  errors: number;
  costUsd: number;
  /** Requests that are not in the cost. */
  unpriced: number;
}

type Summed = Pick<UsageSum, 'requests' | 'errors' | 'cost_usd' | 'requests_of_unknown_cost'>;

export function addUp(sums: readonly Summed[]): Figures {
  const figures = { requests: 0, errors: 0, costUsd: 0, unpriced: 0 };
  for (const sum of sums) {
    figures.requests += sum.requests;
    figures.errors += sum.errors;
    figures.costUsd += sum.cost_usd;
    figures.unpriced += sum.requests_of_unknown_cost;
  }
  return figures;
}

export interface Halves<Sum> {
  before: Sum[];
  now: Sum[];
}

/** What lies before a moment, and from it on. */
export function splitAt<Sum extends { starts_at: string }>(
  sums: readonly Sum[],
  moment: string,
): Halves<Sum> {
  const isBefore = ({ starts_at: at }: Sum): boolean => Date.parse(at) < Date.parse(moment);
  return { before: sums.filter(isBefore), now: sums.filter((sum) => !isBefore(sum)) };
}

/** The current hour has only begun: what differs by so little may well be the same. */
const NOTEWORTHY = 0.05;

/** "12 % more than the day before"; undefined where there is nothing to compare with. */
export function compare(value: number, before: number, period: string): string | undefined {
  if (before === 0) return value === 0 ? undefined : `None in ${period}`;
  const share = value / before - 1;
  if (Math.abs(share) < NOTEWORTHY) return `About as in ${period}`;
  if (share >= 1) return `${(share + 1).toFixed(share < 9 ? 1 : 0)} times ${period}`;
  return `${Math.round(Math.abs(share) * 100)} % ${share > 0 ? 'more' : 'less'} than ${period}`;
}

export interface Ranked extends Figures {
  key: string;
  label: string;
}

/** The busiest, by what they cost and then by how often they were used. */
export function rank(
  sums: readonly UsageSum[],
  getName: (sum: UsageSum) => { key: string; label: string },
  max: number,
): Ranked[] {
  const groups = new Map<string, { label: string; sums: UsageSum[] }>();
  for (const sum of sums) {
    const { key, label } = getName(sum);
    const group = groups.get(key) ?? { label, sums: [] };
    group.sums.push(sum);
    groups.set(key, group);
  }
  return [...groups]
    .map(([key, { label, sums: own }]) => ({ key, label, ...addUp(own) }))
    .toSorted((a, b) => b.costUsd - a.costUsd || b.requests - a.requests)
    .slice(0, max);
}
