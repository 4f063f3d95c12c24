import { type Target } from '#catalog';
import { makesVideos } from '#providers';
import { type VideoTask } from '../task.js';
import { type WorkParts } from './work-parts.js';

/** The best channel that makes films and has not refused this one. */
export function chooseTarget(
  { model, refusedChannels }: VideoTask,
  parts: Pick<WorkParts, 'catalog' | 'findProvider'>,
): Target | undefined {
  return targetsOf(model, parts).find(({ channel }) => !refusedChannels.includes(channel.id));
}

function targetsOf(
  model: string,
  { catalog, findProvider }: Pick<WorkParts, 'catalog' | 'findProvider'>,
): Target[] {
  try {
    return catalog
      .targetsFor(model, 'video')
      .filter(({ channel, upstreamModel }) => makesVideos(findProvider(channel.provider), upstreamModel));
  } catch {
    // No channel serves the model any more.
    return [];
  }
}
