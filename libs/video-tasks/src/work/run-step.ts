import { type TaskPhase, type VideoTask } from '../task.js';
import { FAILURES } from '../task-failures.js';
import { finalize } from './finalize.js';
import { poll } from './poll.js';
import { recover, resolve } from './resolve.js';
import { submit } from './submit.js';
import { type WorkDependencies } from './work-dependencies.js';

const UNFINISHED: readonly TaskPhase[] = [
  'accepted',
  'submitting',
  'submit-unknown',
  'polling',
  'finalizing',
];

/** The next step of a task that was just claimed. A task whose steps fail until its time is over fails with them. */
export async function runStep(task: VideoTask, dependencies: WorkDependencies): Promise<void> {
  try {
    await getStep(task, dependencies);
  } catch (error) {
    if (task.readAt < task.deadlineAt) throw error;
    dependencies.logger.error(
      { err: error, taskId: task.id, phase: task.phase },
      'a task could not be worked on',
    );
    const { account, upstreamId } = task;
    await dependencies.outcomes.fail(task, FAILURES.internal, {
      from: UNFINISHED,
      ...(account === undefined ? {} : { orphan: { upstreamId, reason: 'out of time' } }),
    });
  }
}

async function getStep(task: VideoTask, dependencies: WorkDependencies): Promise<void> {
  switch (task.phase) {
    case 'accepted':
      return submit(task, dependencies);
    case 'submitting':
      // Whoever was sending the submission has let its lease run out.
      return recover(task, dependencies);
    case 'submit-unknown':
      return resolve(task, dependencies);
    case 'polling':
      return poll(task, dependencies);
    case 'finalizing':
      return finalize(task, dependencies);
    case 'completed':
    case 'failed':
      return;
  }
}
