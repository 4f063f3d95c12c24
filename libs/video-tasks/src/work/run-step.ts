import { type TaskPhase, type VideoTask } from '../task.js';
import { FAILURES } from '../task-failures.js';
import { finalize } from './finalize.js';
import { poll } from './poll.js';
import { recover, resolve } from './resolve.js';
import { submit } from './submit.js';
import { type WorkParts } from './work-parts.js';

const UNFINISHED: readonly TaskPhase[] = [
  'accepted',
  'submitting',
  'submit-unknown',
  'polling',
  'finalizing',
];

/** The next step of a task that was just claimed. A task whose steps fail until its time is over fails with them. */
export async function runStep(task: VideoTask, parts: WorkParts): Promise<void> {
  try {
    await stepOf(task, parts);
  } catch (error) {
    if (task.readAt < task.deadlineAt) throw error;
    parts.logger.error({ err: error, taskId: task.id, phase: task.phase }, 'a task could not be worked on');
    const { account, upstreamId } = task;
    await parts.outcomes.fail(task, FAILURES.internal, {
      from: UNFINISHED,
      ...(account === undefined ? {} : { orphan: { upstreamId, reason: 'out of time' } }),
    });
  }
}

async function stepOf(task: VideoTask, parts: WorkParts): Promise<void> {
  switch (task.phase) {
    case 'accepted':
      return submit(task, parts);
    case 'submitting':
      // Whoever was sending the order has let its lease run out.
      return recover(task, parts);
    case 'submit-unknown':
      return resolve(task, parts);
    case 'polling':
      return poll(task, parts);
    case 'finalizing':
      return finalize(task, parts);
    case 'completed':
    case 'failed':
      return;
  }
}
