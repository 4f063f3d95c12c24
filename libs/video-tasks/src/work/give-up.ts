import { type OutcomeRepository } from '../outcomes.repository.js';
import { type VideoTask } from '../task.js';
import { FAILURES } from '../task-failures.js';

/** Whether the outcome of a submission of this task is unknown, so that it may have arrived. */
export function canHaveArrived({ resolveUntil }: VideoTask): boolean {
  return resolveUntil !== undefined;
}

/** Fails a task whose submission has an unknown outcome that cannot be resolved, or not in time. */
export async function giveUp(task: VideoTask, transitions: OutcomeRepository): Promise<void> {
  await transitions.fail(task, FAILURES.unknown, {
    from: ['accepted', 'submit-unknown'],
    orphan: { reason: 'it is unknown whether the submission arrived' },
  });
}
