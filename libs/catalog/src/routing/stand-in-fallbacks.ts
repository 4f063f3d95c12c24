import { type Channel } from '../channel.js';
import { targetsAt } from '../select-targets.js';
import { type RoutedModel } from './routing-facts.js';

/**
 * Models with a fallback that is never used, because only a stand-in serves it and another channel serves the model.
 */
export function findStandInFallbacks(
  channels: readonly Channel[],
  models: Iterable<Pick<RoutedModel, 'fallbacks'> & { id: string }>,
): string[] {
  const isStandIn = (name: string): boolean => targetsAt(channels, name)[0]?.channel.isStandIn === true;
  return [...models]
    .filter(({ id, fallbacks }) => (fallbacks ?? []).some(isStandIn) && !isStandIn(id))
    .map(({ id }) => id);
}
