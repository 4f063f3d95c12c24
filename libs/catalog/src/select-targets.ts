import { type Channel, type ChannelTimeouts } from './channel.js';
import { type ModelTimeouts } from './model.entity.js';

/** A channel, and its name for a model. */
export interface Target {
  channel: Channel;
  upstreamModel: string;
  /** Set if the model has its own timeouts. */
  timeouts?: ChannelTimeouts;
}

/** The timeouts of a target. */
export function getTimeouts({ channel, timeouts }: Target): ChannelTimeouts {
  return timeouts ?? channel.timeouts;
}

/** Timeouts of the model replace those of its channels. */
export function withTimeouts(targets: Target[], own: ModelTimeouts | null | undefined): Target[] {
  if (own == null) return targets;
  return targets.map((target) => ({ ...target, timeouts: { ...target.channel.timeouts, ...own } }));
}

/** Returns a number between 0 and 1 for a channel: random, or always the same for one conversation. */
export type RandomPick = (channelId: string) => number;

/**
 * All targets of a model in the order of attempts: by priority, and within a priority by weighted random pick. A listed
 * name has priority over a matching pattern.
 */
export function selectTargets(channels: readonly Channel[], model: string, randomPick: RandomPick): Target[] {
  const candidates = targetsAt(channels, model);
  if (candidates.length < 2) return candidates;
  return candidates
    .map((target) => ({ target, sortKey: getSortKey(target, randomPick) }))
    .toSorted((a, b) => b.target.channel.priority - a.target.channel.priority || b.sortKey - a.sortKey)
    .map(({ target }) => target);
}

/** All targets of a model in the order of the channels. Never has both a stand-in and other channels. */
export function targetsAt(channels: readonly Channel[], model: string): Target[] {
  const targets: Target[] = [];
  for (const channel of channels) {
    const upstreamModel = channel.enabled ? findUpstreamName(channel, model) : undefined;
    if (upstreamModel !== undefined) targets.push({ channel, upstreamModel });
  }
  return targets.length < 2 ? targets : separateStandIns(targets, model);
}

/** Channels that list the name replace the stand-in. The stand-in replaces channels with only a matching pattern. */
function separateStandIns(targets: Target[], model: string): Target[] {
  const standIns = targets.filter(({ channel }) => channel.isStandIn === true);
  if (standIns.length === 0) return targets;
  const others = targets.filter(({ channel }) => channel.isStandIn !== true);
  return others.some(({ channel }) => listsModel(channel, model)) ? others : standIns;
}

/** The highest sort key is picked. The probability of each is proportional to its weight. */
export function getSortKey({ channel }: Target, randomPick: RandomPick): number {
  return channel.weight > 0 ? Math.log(randomPick(channel.id)) / channel.weight : Number.NEGATIVE_INFINITY;
}

function findUpstreamName(channel: Channel, model: string): string | undefined {
  const { upstreamNames, prefixes } = getModelIndex(channel);
  const listed = upstreamNames.get(model);
  if (listed !== undefined) return listed;
  return prefixes.some((prefix) => model.startsWith(prefix)) ? model : undefined;
}

interface ModelIndex {
  upstreamNames: ReadonlyMap<string, string>;
  /** The prefixes of names that end with `*`. */
  prefixes: readonly string[];
}

const modelIndexes = new WeakMap<Channel['models'], ModelIndex>();

/** Indexed, because a channel may list hundreds of models and every request looks one up. */
function getModelIndex({ models }: Channel): ModelIndex {
  let index = modelIndexes.get(models);
  if (index === undefined) {
    const prefixes = models.filter(({ id }) => id.endsWith('*')).map(({ id }) => id.slice(0, -1));
    // The first of two equal names is used.
    const upstreamNames = new Map(models.toReversed().map(({ id, upstream }) => [id, upstream]));
    index = { upstreamNames, prefixes };
    modelIndexes.set(models, index);
  }
  return index;
}

/** Whether a channel lists exactly this model name. */
export function listsModel(channel: Channel, model: string): boolean {
  return getModelIndex(channel).upstreamNames.has(model);
}
