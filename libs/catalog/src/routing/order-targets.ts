import { type RoutingStrategy } from '../model.entity.js';
import { type Target, getSortKey } from '../select-targets.js';
import { type ChoiceReason } from './choice.js';
import { type RoutingFacts } from './routing-facts.js';

/** How much slower still counts as equally fast. */
const SAME_LATENCY_SHARE = 0.1;
/** The share of requests that look at the others. */
const EXPLORING_SHARE = 0.05;

export interface OrderedTarget {
  target: Target;
  reason: ChoiceReason;
}

interface Candidate {
  target: Target;
  sortKey: number;
}

type OrderingFacts = Pick<RoutingFacts, 'draw' | 'chance' | 'getFirstByteMs' | 'getPrice'>;

/** The targets of one model, best first: tier after tier, and inside each as its strategy has it. */
export function orderTargets(
  { id, targets }: { id: string; targets: readonly Target[] },
  strategy: RoutingStrategy,
  facts: OrderingFacts,
): OrderedTarget[] {
  const [only, ...others] = targets;
  if (only === undefined) return [];
  if (others.length === 0) return [{ target: only, reason: 'weight' }];
  return toTiers(targets).flatMap((tier) => {
    const candidates = bySortKey(tier.map((target) => ({ target, sortKey: getSortKey(target, facts.draw) })));
    // A weight of nothing is a reserve, whatever the strategy.
    const reserve = candidates.filter(({ target }) => target.channel.weight === 0);
    const equals = candidates.filter(({ target }) => target.channel.weight > 0);
    return [...inOrder(equals, id, strategy, facts), ...inOrder(reserve, id, strategy, facts)];
  });
}

function inOrder(
  picked: readonly Candidate[],
  id: string,
  strategy: RoutingStrategy,
  { chance, getFirstByteMs, getPrice }: OrderingFacts,
): OrderedTarget[] {
  switch (strategy) {
    case 'priority':
      return asOrdered(picked, 'weight');
    case 'latency':
      if (chance < EXPLORING_SHARE) return asOrdered(picked, 'exploring');
      return asOrdered(byMeasure(picked, getFirstByteMs, SAME_LATENCY_SHARE), 'latency');
    case 'cost':
      return asOrdered(
        byMeasure(picked, (target) => getPrice(target, id) ?? Infinity, 0),
        'cost',
      );
  }
}

function asOrdered(candidates: readonly Candidate[], reason: ChoiceReason): OrderedTarget[] {
  return candidates.map(({ target }) => ({ target, reason }));
}

function toTiers(targets: readonly Target[]): Target[][] {
  const priorities = [...new Set(targets.map(({ channel }) => channel.priority))].toSorted((a, b) => b - a);
  return priorities.map((priority) => targets.filter(({ channel }) => channel.priority === priority));
}

function bySortKey(candidates: readonly Candidate[]): Candidate[] {
  return candidates.toSorted((a, b) => (a.sortKey === b.sortKey ? 0 : b.sortKey - a.sortKey));
}

/**
 * Lowest first, what has no measure before all; those that are as good as the best of them are picked at random by
 * weight.
 */
function byMeasure(
  picked: readonly Candidate[],
  getMeasure: (target: Target) => number | undefined,
  toleranceShare: number,
): Candidate[] {
  const measured = picked
    .map((candidate) => ({ candidate, measure: getMeasure(candidate.target) ?? -Infinity }))
    .toSorted((a, b) => (a.measure === b.measure ? 0 : a.measure - b.measure));
  const ordered: Candidate[] = [];
  while (ordered.length < measured.length) {
    const rest = measured.slice(ordered.length);
    const limit = (rest[0]?.measure ?? 0) * (1 + toleranceShare);
    ordered.push(
      ...bySortKey(rest.filter(({ measure }) => measure <= limit).map(({ candidate }) => candidate)),
    );
  }
  return ordered;
}
