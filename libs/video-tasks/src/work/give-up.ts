import { type VideoTask } from '../task.js';
import { FAILURES } from '../task-failures.js';
import { type WorkParts } from './work-parts.js';

/** Whether an order of this task may have arrived that nobody has heard of since. */
export function mayHaveArrived({ resolveUntil }: VideoTask): boolean {
  return resolveUntil !== undefined;
}

/** An order may have arrived, and there is no way, or no time left, to find out. */
export async function giveUp(task: VideoTask, { outcomes }: WorkParts): Promise<void> {
  await outcomes.fail(task, FAILURES.unknown, {
    from: ['accepted', 'submit-unknown'],
    orphan: { reason: 'nobody knows whether the order arrived' },
  });
}
