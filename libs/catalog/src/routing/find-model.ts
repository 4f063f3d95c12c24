import { type Channel } from '../channel.js';
import { type Target, listsModel, targetsAt, withTimeouts } from '../select-targets.js';
import { type RoutingFacts } from './routing-facts.js';

export interface FoundModel {
  /** Its public name. */
  id: string;
  isPinned: boolean;
  targets: Target[];
}

/**
 * What a client means by a name. `channel/model` pins a request to a channel, unless the whole is the name of a
 * model; since both names may hold slashes, the longest channel that serves the rest is meant.
 */
export function findModel(name: string, facts: Pick<RoutingFacts, 'channels' | 'models'>): FoundModel {
  const { id, isPinned, targets } = findNamed(name, facts);
  return { id, isPinned, targets: withTimeouts(targets, facts.models.get(id)?.timeouts) };
}

function findNamed(name: string, facts: Pick<RoutingFacts, 'channels' | 'models'>): FoundModel {
  const targets = targetsAt(facts.channels, name);
  const whole = { id: name, isPinned: false, targets };
  if (isNameOfModel(name, targets, facts.models)) return whole;
  return findPin(name, facts.channels) ?? whole;
}

/** A pattern that fits does not yet make it a name. */
function isNameOfModel(name: string, targets: readonly Target[], models: RoutingFacts['models']): boolean {
  if (targets.length > 0 && models.has(name)) return true;
  return targets.some(({ channel }) => listsModel(channel, name));
}

function findPin(name: string, channels: readonly Channel[]): FoundModel | undefined {
  const byLengthDescending = channels
    .filter((channel) => name.startsWith(`${channel.name}/`))
    .toSorted((a, b) => b.name.length - a.name.length);
  for (const channel of byLengthDescending) {
    const id = name.slice(channel.name.length + 1);
    const targets = targetsAt([channel], id);
    if (targets.length > 0) return { id, isPinned: true, targets };
  }
  return undefined;
}
