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

/** Runs the next step of a claimed task. A task whose step fails after its deadline fails. */
export async function runStep(task: VideoTask, dependencies: WorkDependencies): Promise<void> {
  try {
    await runPhase(task, dependencies);
  } catch (error) {
    if (task.readAt < task.deadlineAt) throw error;
    dependencies.logger.error({ err: error, taskId: task.id, phase: task.phase }, 'video task step failed');
    const { account, upstreamId } = task;
    await dependencies.transitions.fail(task, FAILURES.internal, {
      from: UNFINISHED,
      ...(account === undefined ? {} : { orphan: { upstreamId, reason: 'out of time' } }),
    });
  }
}

async function runPhase(task: VideoTask, dependencies: WorkDependencies): Promise<void> {
  switch (task.phase) {
    case 'accepted':
      return submit(task, dependencies);
    case 'submitting':
      // The lease of the worker that was sending the submission has expired.
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
