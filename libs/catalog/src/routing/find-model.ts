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
 * Resolves the name that a client sent. `channel/model` pins a request to a channel, unless the whole is the name of a
 * model. Both names may have slashes, so the longest channel name that serves the rest is used.
 */
export function findModel(name: string, facts: Pick<RoutingFacts, 'channels' | 'models'>): FoundModel {
  const { id, isPinned, targets } = resolveName(name, facts);
  return { id, isPinned, targets: withTimeouts(targets, facts.models.get(id)?.timeouts) };
}

function resolveName(name: string, facts: Pick<RoutingFacts, 'channels' | 'models'>): FoundModel {
  const targets = targetsAt(facts.channels, name);
  const unpinned = { id: name, isPinned: false, targets };
  if (isNameOfModel(name, targets, facts.models)) return unpinned;
  return findPin(name, facts.channels) ?? unpinned;
}

/** A matching pattern alone does not make it a model name. */
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
