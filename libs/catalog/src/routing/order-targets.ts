import { type RoutingStrategy } from '../model.entity.js';
import { type Target, lotOf } from '../select-targets.js';
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
  lot: number;
}

type OrderingFacts = Pick<RoutingFacts, 'draw' | 'chance' | 'firstByteMsOf' | 'priceOf'>;

/** The targets of one model, best first: tier after tier, and inside each as its strategy has it. */
export function orderTargets(
  { id, targets }: { id: string; targets: readonly Target[] },
  strategy: RoutingStrategy,
  facts: OrderingFacts,
): OrderedTarget[] {
  const [only, ...others] = targets;
  if (only === undefined) return [];
  if (others.length === 0) return [{ target: only, reason: 'weight' }];
  return tiersOf(targets).flatMap((tier) => {
    const candidates = byLot(tier.map((target) => ({ target, lot: lotOf(target, facts.draw) })));
    // A weight of nothing is a reserve, whatever the strategy.
    const reserve = candidates.filter(({ target }) => target.channel.weight === 0);
    const equals = candidates.filter(({ target }) => target.channel.weight > 0);
    return [...inOrder(equals, id, strategy, facts), ...inOrder(reserve, id, strategy, facts)];
  });
}

function inOrder(
  drawn: readonly Candidate[],
  id: string,
  strategy: RoutingStrategy,
  { chance, firstByteMsOf, priceOf }: OrderingFacts,
): OrderedTarget[] {
  switch (strategy) {
    case 'priority':
      return asOrdered(drawn, 'weight');
    case 'latency':
      if (chance < EXPLORING_SHARE) return asOrdered(drawn, 'exploring');
      return asOrdered(byMeasure(drawn, firstByteMsOf, SAME_LATENCY_SHARE), 'latency');
    case 'cost':
      return asOrdered(
        byMeasure(drawn, (target) => priceOf(target, id) ?? Infinity, 0),
        'cost',
      );
  }
}

function asOrdered(candidates: readonly Candidate[], reason: ChoiceReason): OrderedTarget[] {
  return candidates.map(({ target }) => ({ target, reason }));
}

function tiersOf(targets: readonly Target[]): Target[][] {
  const priorities = [...new Set(targets.map(({ channel }) => channel.priority))].toSorted((a, b) => b - a);
  return priorities.map((priority) => targets.filter(({ channel }) => channel.priority === priority));
}

function byLot(candidates: readonly Candidate[]): Candidate[] {
  return candidates.toSorted((a, b) => (a.lot === b.lot ? 0 : b.lot - a.lot));
}

/** Lowest first, what has no measure before all; those that are as good as the best of them are drawn by lot. */
function byMeasure(
  drawn: readonly Candidate[],
  measureOf: (target: Target) => number | undefined,
  toleranceShare: number,
): Candidate[] {
  const measured = drawn
    .map((candidate) => ({ candidate, measure: measureOf(candidate.target) ?? -Infinity }))
    .toSorted((a, b) => (a.measure === b.measure ? 0 : a.measure - b.measure));
  const ordered: Candidate[] = [];
  while (ordered.length < measured.length) {
    const rest = measured.slice(ordered.length);
    const limit = (rest[0]?.measure ?? 0) * (1 + toleranceShare);
    ordered.push(...byLot(rest.filter(({ measure }) => measure <= limit).map(({ candidate }) => candidate)));
  }
  return ordered;
}
