import { type Schema } from '../../api/client.js';

type UsageSum = Schema<'UsageSumView'>;

export interface Figures {
  requests: number;
  errors: number;
  costUsd: number;
  /** The number of requests with an unknown price, which are not included in `costUsd`. */
  unpriced: number;
}

type UsageTotals = Pick<UsageSum, 'requests' | 'errors' | 'cost_usd' | 'requests_of_unknown_cost'>;

export function addUp(sums: readonly UsageTotals[]): Figures {
  const figures = { requests: 0, errors: 0, costUsd: 0, unpriced: 0 };
  for (const sum of sums) {
    figures.requests += sum.requests;
    figures.errors += sum.errors;
    figures.costUsd += sum.cost_usd;
    figures.unpriced += sum.requests_of_unknown_cost;
  }
  return figures;
}

/** Smaller changes are described as "about the same". */
const MIN_CHANGE = 0.05;

/** The words for comparisons of a number of items, an amount or a duration. */
const COMPARISONS = {
  count: { as: 'as many as', more: 'more', less: 'fewer' },
  amount: { as: 'as much as', more: 'more', less: 'less' },
  duration: { as: 'as long as', more: 'longer', less: 'shorter' },
} as const;

interface Comparison {
  value: number;
  before: number;
  /** For example "the previous 24 hours". */
  period: string;
  kind: keyof typeof COMPARISONS;
}

/** For example "12% more than in the previous 24 hours"; undefined if both values are zero. */
export function compare({ value, before, period, kind }: Comparison): string | undefined {
  const words = COMPARISONS[kind];
  if (before === 0) return value === 0 ? undefined : `None in ${period}`;
  const share = value / before - 1;
  if (Math.abs(share) < MIN_CHANGE) return `About the same as in ${period}`;
  if (share >= 1) return `${(share + 1).toFixed(share < 9 ? 1 : 0)} times ${words.as} in ${period}`;
  return `${Math.round(Math.abs(share) * 100)}% ${share > 0 ? words.more : words.less} than in ${period}`;
}

export interface RankedGroup extends Figures {
  key: string;
  label: string;
}

/** The groups with the highest cost, then with the most requests. */
export function rank(
  sums: readonly UsageSum[],
  getName: (sum: UsageSum) => { key: string; label: string },
  max: number,
): RankedGroup[] {
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
