import { type Channel } from './channel.js';

/** One way to have a model answer: an account, and what that account calls the model. */
export interface Target {
  channel: Channel;
  upstreamModel: string;
}

/**
 * Every target that serves the model, in the order they are to be tried: higher priority first, and among
 * equals drawn by weight. A name that a channel lists wins over a pattern that merely fits.
 */
export function selectTargets(channels: readonly Channel[], model: string, random: () => number): Target[] {
  const candidates = channels
    .filter((channel) => channel.enabled)
    .flatMap((channel) => targetOf(channel, model));
  const priorities = [...new Set(candidates.map(({ channel }) => channel.priority))].toSorted(
    (a, b) => b - a,
  );
  return priorities.flatMap((priority) =>
    drawByWeight(
      candidates.filter(({ channel }) => channel.priority === priority),
      random,
    ),
  );
}

function targetOf(channel: Channel, model: string): Target[] {
  const listed = channel.models.find(({ id }) => id === model);
  if (listed !== undefined) return [{ channel, upstreamModel: listed.upstream }];
  const fits = channel.models.some(({ id }) => id.endsWith('*') && model.startsWith(id.slice(0, -1)));
  return fits ? [{ channel, upstreamModel: model }] : [];
}

function drawByWeight(targets: readonly Target[], random: () => number): Target[] {
  const left = [...targets];
  const drawn: Target[] = [];
  while (left.length > 0) {
    const total = left.reduce((sum, { channel }) => sum + channel.weight, 0);
    let ticket = random() * total;
    const index = left.findIndex(({ channel }) => (ticket -= channel.weight) < 0);
    drawn.push(...left.splice(Math.max(index, 0), 1));
  }
  return drawn;
}
