import { type RoutingStrategy } from '../model.entity.js';
import { type Target, getSortKey } from '../select-targets.js';
import { type RoutingReason } from './routed-target.js';
import { type RoutingFacts } from './routing-facts.js';

/** Latencies within this share of the best are equal. */
const SAME_LATENCY_SHARE = 0.1;
/** The share of requests that measure other targets. */
const EXPLORING_SHARE = 0.05;

export interface OrderedTarget {
  target: Target;
  reason: RoutingReason;
}

interface WeightedTarget {
  target: Target;
  sortKey: number;
}

type OrderingFacts = Pick<RoutingFacts, 'randomPick' | 'chance' | 'getFirstByteMs' | 'getPrice'>;

/** The targets of one model, best first: by priority, and within a priority by the strategy. */
export function orderTargets(
  { id, targets }: { id: string; targets: readonly Target[] },
  strategy: RoutingStrategy,
  facts: OrderingFacts,
): OrderedTarget[] {
  const [only, ...others] = targets;
  if (only === undefined) return [];
  if (others.length === 0) return [{ target: only, reason: 'weight' }];
  return toTiers(targets).flatMap((tier) => {
    const candidates = bySortKey(
      tier.map((target) => ({ target, sortKey: getSortKey(target, facts.randomPick) })),
    );
    // Targets with weight 0 are last in every strategy.
    const reserve = candidates.filter(({ target }) => target.channel.weight === 0);
    const equals = candidates.filter(({ target }) => target.channel.weight > 0);
    return [
      ...orderByStrategy(equals, id, strategy, facts),
      ...orderByStrategy(reserve, id, strategy, facts),
    ];
  });
}

function orderByStrategy(
  candidates: readonly WeightedTarget[],
  id: string,
  strategy: RoutingStrategy,
  { chance, getFirstByteMs, getPrice }: OrderingFacts,
): OrderedTarget[] {
  switch (strategy) {
    case 'priority':
      return toOrdered(candidates, 'weight');
    case 'latency':
      if (chance < EXPLORING_SHARE) return toOrdered(candidates, 'exploring');
      return toOrdered(byMeasure(candidates, getFirstByteMs, SAME_LATENCY_SHARE), 'latency');
    case 'cost':
      return toOrdered(
        byMeasure(candidates, (target) => getPrice(target, id) ?? Infinity, 0),
        'cost',
      );
  }
}

function toOrdered(candidates: readonly WeightedTarget[], reason: RoutingReason): OrderedTarget[] {
  return candidates.map(({ target }) => ({ target, reason }));
}

function toTiers(targets: readonly Target[]): Target[][] {
  const priorities = [...new Set(targets.map(({ channel }) => channel.priority))].toSorted((a, b) => b - a);
  return priorities.map((priority) => targets.filter(({ channel }) => channel.priority === priority));
}

function bySortKey(candidates: readonly WeightedTarget[]): WeightedTarget[] {
  return candidates.toSorted((a, b) => (a.sortKey === b.sortKey ? 0 : b.sortKey - a.sortKey));
}

/** Lowest first, targets without a measure before all. Targets as good as the best are picked at random by weight. */
function byMeasure(
  candidates: readonly WeightedTarget[],
  getMeasure: (target: Target) => number | undefined,
  toleranceShare: number,
): WeightedTarget[] {
  const measured = candidates
    .map((candidate) => ({ candidate, measure: getMeasure(candidate.target) ?? -Infinity }))
    .toSorted((a, b) => (a.measure === b.measure ? 0 : a.measure - b.measure));
  const ordered: WeightedTarget[] = [];
  while (ordered.length < measured.length) {
    const rest = measured.slice(ordered.length);
    const limit = (rest[0]?.measure ?? 0) * (1 + toleranceShare);
    ordered.push(
      ...bySortKey(rest.filter(({ measure }) => measure <= limit).map(({ candidate }) => candidate)),
    );
  }
  return ordered;
}
