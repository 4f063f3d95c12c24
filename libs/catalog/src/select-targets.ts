import { type Channel, type ChannelTimeouts } from './channel.js';
import { type ModelTimeouts } from './model.entity.js';

/** One way to have a model answer: an account, and what that account calls the model. */
export interface Target {
  channel: Channel;
  upstreamModel: string;
  /** Where the model itself says how long it is waited for. */
  timeouts?: ChannelTimeouts;
}

/** How long a target is waited for. */
export function getTimeouts({ channel, timeouts }: Target): ChannelTimeouts {
  return timeouts ?? channel.timeouts;
}

/** What the model says counts before what its channels say. */
export function withTimeouts(targets: Target[], own: ModelTimeouts | null | undefined): Target[] {
  if (own == null) return targets;
  return targets.map((target) => ({ ...target, timeouts: { ...target.channel.timeouts, ...own } }));
}

/** A number between 0 and 1 for a channel: at random, or always the same for one conversation. */
export type RandomPick = (channelId: string) => number;

/**
 * Every target that serves the model, in the order they are to be tried: higher priority first, and among
 * equals drawn by weight. A name that a channel lists wins over a pattern that merely fits.
 */
export function selectTargets(channels: readonly Channel[], model: string, randomPick: RandomPick): Target[] {
  const candidates = targetsAt(channels, model);
  if (candidates.length < 2) return candidates;
  return candidates
    .map((target) => ({ target, sortKey: getSortKey(target, randomPick) }))
    .toSorted((a, b) => b.target.channel.priority - a.target.channel.priority || b.sortKey - a.sortKey)
    .map(({ target }) => target);
}

/** Every target that serves the model, as the channels come; a stand-in and other channels never together. */
export function targetsAt(channels: readonly Channel[], model: string): Target[] {
  const targets: Target[] = [];
  for (const channel of channels) {
    const upstreamModel = channel.enabled ? upstreamNameAt(channel, model) : undefined;
    if (upstreamModel !== undefined) targets.push({ channel, upstreamModel });
  }
  return targets.length < 2 ? targets : separateStandIns(targets, model);
}

/** A channel that lists the name has it alone; against a pattern that merely fits, the stand-in keeps its own names. */
function separateStandIns(targets: Target[], model: string): Target[] {
  const standIns = targets.filter(({ channel }) => channel.isStandIn === true);
  if (standIns.length === 0) return targets;
  const others = targets.filter(({ channel }) => channel.isStandIn !== true);
  return others.some(({ channel }) => listsModel(channel, model)) ? others : standIns;
}

/** The highest sort key wins, and each wins in proportion to its weight. */
export function getSortKey({ channel }: Target, randomPick: RandomPick): number {
  return channel.weight > 0 ? Math.log(randomPick(channel.id)) / channel.weight : Number.NEGATIVE_INFINITY;
}

function upstreamNameAt(channel: Channel, model: string): string | undefined {
  const { upstreamNames, prefixes } = getModelIndex(channel);
  const listed = upstreamNames.get(model);
  if (listed !== undefined) return listed;
  return prefixes.some((prefix) => model.startsWith(prefix)) ? model : undefined;
}

interface ModelIndex {
  upstreamNames: ReadonlyMap<string, string>;
  /** Of the names that end in a star. */
  prefixes: readonly string[];
}

const modelIndexes = new WeakMap<Channel['models'], ModelIndex>();

/** A channel may list hundreds of models, and every request looks for one. */
function getModelIndex({ models }: Channel): ModelIndex {
  let index = modelIndexes.get(models);
  if (index === undefined) {
    const prefixes = models.filter(({ id }) => id.endsWith('*')).map(({ id }) => id.slice(0, -1));
    // The first of two that are called the same counts.
    const upstreamNames = new Map(models.toReversed().map(({ id, upstream }) => [id, upstream]));
    index = { upstreamNames, prefixes };
    modelIndexes.set(models, index);
  }
  return index;
}

/** Whether a channel lists a model by this very name. */
export function listsModel(channel: Channel, model: string): boolean {
  return getModelIndex(channel).upstreamNames.has(model);
}
