import { type Channel } from './channel.js';

/** One way to have a model answer: an account, and what that account calls the model. */
export interface Target {
  channel: Channel;
  upstreamModel: string;
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

/** Every target that serves the model, as the channels come. */
export function targetsAt(channels: readonly Channel[], model: string): Target[] {
  return channels
    .filter((channel) => channel.enabled)
    .flatMap((channel) => {
      const upstreamModel = upstreamNameAt(channel, model);
      return upstreamModel === undefined ? [] : [{ channel, upstreamModel }];
    });
}

/** The highest sort key wins, and each wins in proportion to its weight. */
export function getSortKey({ channel }: Target, randomPick: RandomPick): number {
  return channel.weight > 0 ? Math.log(randomPick(channel.id)) / channel.weight : Number.NEGATIVE_INFINITY;
}

function upstreamNameAt(channel: Channel, model: string): string | undefined {
  const listed = channel.models.find(({ id }) => id === model);
  if (listed !== undefined) return listed.upstream;
  const fits = channel.models.some(({ id }) => id.endsWith('*') && model.startsWith(id.slice(0, -1)));
  return fits ? model : undefined;
}
