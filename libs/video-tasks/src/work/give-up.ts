import { type VideoTask } from '../task.js';
import { FAILURES } from '../task-failures.js';
import { type WorkDependencies } from './work-dependencies.js';

/** Whether a submission of this task may have arrived that nobody knows of since. */
export function mayHaveArrived({ resolveUntil }: VideoTask): boolean {
  return resolveUntil !== undefined;
}

/** A submission may have arrived, and there is no way, or no time left, to find out. */
export async function giveUp(task: VideoTask, { outcomes }: WorkDependencies): Promise<void> {
  await outcomes.fail(task, FAILURES.unknown, {
    from: ['accepted', 'submit-unknown'],
    orphan: { reason: 'nobody knows whether the submission arrived' },
  });
}
