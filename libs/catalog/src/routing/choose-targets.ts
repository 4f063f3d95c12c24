import { getRank } from '../health/health-status.js';
import { type Choice } from './choice.js';
import { type FoundModel, findModel } from './find-model.js';
import { orderTargets } from './order-targets.js';
import { type RoutingFacts } from './routing-facts.js';

/**
 * The targets to try, best first: those of the model, then those of its fallbacks. What is known to be in trouble
 * goes behind everything that is not; nothing is left out, so that the last is never taken away. A stand-in answers
 * for no other model, whatever the fallbacks say: nobody takes its answers for those of the model they asked for.
 */
export function chooseTargets(asked: FoundModel, facts: RoutingFacts): Choice[] {
  const own = buildChoices(asked, facts);
  if (own.length === 1 && !hasFallbacks(asked, facts)) return own;
  const isOfStandIn = own.length > 0 && own.every(({ channel }) => channel.isStandIn === true);
  const others = getFallbacks(asked, facts)
    .flatMap((fallback) => buildChoices(fallback, facts))
    .filter(({ channel }) => isOfStandIn || channel.isStandIn !== true)
    .map((choice) => ({ ...choice, reason: 'fallback' as const }));
  return withoutRepeats([...own, ...others]).toSorted((a, b) => getRank(a.status) - getRank(b.status));
}

/** A fallback may lead where the model itself has led before. */
function withoutRepeats(choices: readonly Choice[]): Choice[] {
  return choices.filter((choice, index) => choices.findIndex((other) => isSame(choice, other)) === index);
}

function isSame(one: Choice, other: Choice): boolean {
  return one.channel.id === other.channel.id && one.upstreamModel === other.upstreamModel;
}

function buildChoices(found: FoundModel, facts: RoutingFacts): Choice[] {
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

/** One level deep: the fallbacks of a fallback are not followed, and none is met twice. */
function getFallbacks(asked: FoundModel, facts: RoutingFacts): FoundModel[] {
  if (asked.isPinned) return [];
  const names = new Set(facts.models.get(asked.id)?.fallbacks ?? []);
  names.delete(asked.id);
  return [...names].map((name) => findModel(name, facts));
}

function serves(model: string, { models, capability }: RoutingFacts): boolean {
  return models.get(model)?.capabilities?.includes(capability) ?? true;
}
