import { type Catalog, type Target } from '#catalog';
import { findProvider } from '#providers';
import { type VideoTask } from '../task.js';

/** The best channel that makes films and has not refused this one. */
export function chooseTarget(catalog: Catalog, { model, refusedChannels }: VideoTask): Target | undefined {
  return targetsOf(catalog, model).find(({ channel }) => !refusedChannels.includes(channel.id));
}

function targetsOf(catalog: Catalog, model: string): Target[] {
  try {
    return catalog
      .targetsFor(model, 'video')
      .filter(({ channel }) => findProvider(channel.provider)?.video !== undefined);
  } catch {
    // No channel serves the model any more.
    return [];
  }
}
