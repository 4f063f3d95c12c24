import { getRank } from '../health/health-status.js';
import { type RoutedTarget } from './routed-target.js';
import { type FoundModel, findModel } from './find-model.js';
import { orderTargets } from './order-targets.js';
import { type RoutingFacts } from './routing-facts.js';

/**
 * The targets to try, best first: those of the model, then those of its fallbacks. Targets with problems are last, but
 * never removed, so that the last one is always tried. A stand-in is never a fallback of another model, so that clients
 * do not take sandbox responses for those of the requested model.
 */
export function chooseTargets(model: FoundModel, facts: RoutingFacts): RoutedTarget[] {
  const own = buildTargets(model, facts);
  if (own.length === 1 && !hasFallbacks(model, facts)) return own;
  const isOfStandIn = own.length > 0 && own.every(({ channel }) => channel.isStandIn === true);
  const others = getFallbacks(model, facts)
    .flatMap((fallback) => buildTargets(fallback, facts))
    .filter(({ channel }) => isOfStandIn || channel.isStandIn !== true)
    .map((target) => ({ ...target, reason: 'fallback' as const }));
  return withoutDuplicates([...own, ...others]).toSorted((a, b) => getRank(a.status) - getRank(b.status));
}

/** A fallback may have a target that the model itself has. */
function withoutDuplicates(targets: readonly RoutedTarget[]): RoutedTarget[] {
  return targets.filter((target, index) => targets.findIndex((other) => isSame(target, other)) === index);
}

function isSame(one: RoutedTarget, other: RoutedTarget): boolean {
  return one.channel.id === other.channel.id && one.upstreamModel === other.upstreamModel;
}

function buildTargets(found: FoundModel, facts: RoutingFacts): RoutedTarget[] {
  if (!serves(found.id, facts)) return [];
  const strategy = facts.models.get(found.id)?.strategy ?? 'priority';
  const ordered = orderTargets(found, strategy, facts);
  const statuses = facts.getHealthStatuses(ordered.map(({ target }) => target));
  return ordered.map(({ target: { channel, upstreamModel, timeouts }, reason }, index) => ({
    channel,
    upstreamModel,
    timeouts,
    model: found.id,
    reason: found.isPinned ? 'pinned' : reason,
    status: statuses[index] ?? 'healthy',
  }));
}

function hasFallbacks({ id, isPinned }: FoundModel, { models }: RoutingFacts): boolean {
  return !isPinned && (models.get(id)?.fallbacks?.length ?? 0) > 0;
}

/** The fallbacks of the model, without duplicates. Fallbacks of fallbacks are not used. */
function getFallbacks(model: FoundModel, facts: RoutingFacts): FoundModel[] {
  if (model.isPinned) return [];
  const names = new Set(facts.models.get(model.id)?.fallbacks ?? []);
  names.delete(model.id);
  return [...names].map((name) => findModel(name, facts));
}

function serves(model: string, { models, capability }: RoutingFacts): boolean {
  return models.get(model)?.capabilities?.includes(capability) ?? true;
}
