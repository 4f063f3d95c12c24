import { type StartedVideo } from '#providers';
import { type Evidence } from '../evidence.repository.js';
import { type VideoTask } from '../task.js';
import { type Transition } from '../transitions.repository.js';
import { nextPollMs } from './poll-schedule.js';
import { type WorkDependencies } from './work-dependencies.js';

/**
 * An upstream has the submission: its id is kept first on disk, then in the database, whoever holds the lease by now.
 */
export async function adopt(
  task: VideoTask,
  { upstreamId, memo }: StartedVideo,
  dependencies: WorkDependencies,
): Promise<void> {
  const account = task.account ?? '';
  const known: Evidence = { taskId: task.id, attempt: task.submitAttempt, account, upstreamId, memo };
  const forget = await dependencies.spool.add(known);
  await dependencies.pass('after-spool-before-database');
  await dependencies.evidence.add(known);
  await forget();
  await adoptKnown(known, dependencies);
  await dependencies.pass('after-polling-commit');
}

/** What the account of a task has taken on for it, whoever was told. */
export async function adoptEvidence(task: VideoTask, dependencies: WorkDependencies): Promise<boolean> {
  const known = await dependencies.evidence.find(task);
  return known !== undefined && (await adoptKnown(known, dependencies));
}

/** The lease may be lost, but the id is real: the task takes it, unless it has gone another way since. */
export async function adoptKnown(known: Evidence, dependencies: WorkDependencies): Promise<boolean> {
  const { transitions, evidence, logger } = dependencies;
  const { taskId, account, upstreamId } = known;
  const adopted = await transitions
    .apply({ id: taskId, account }, pollingWith(known, dependencies))
    .catch(unlessTaken);
  if (adopted !== undefined) return true;
  if (await evidence.noteUnclaimed(known)) {
    logger.error({ taskId, upstreamId }, 'an upstream makes a video that no task waits for');
  }
  return false;
}

function pollingWith(
  { taskId, upstreamId, memo }: Evidence,
  { seals, settings }: WorkDependencies,
): Transition {
  return {
    from: ['submitting', 'submit-unknown'],
    set: { phase: 'polling', upstream_id: upstreamId, sealed_memo: seals.sealMemo(taskId, memo), misses: 0 },
    at: { next_run_at: nextPollMs(0, settings.pollTimes), lease_until: null, missing_since: null },
    event: { kind: 'submitted', detail: { upstreamId } },
  };
}

/** One video is never two tasks': whoever was first has it. */
function unlessTaken(error: unknown): undefined {
  const { constraint } = (error as { driverError?: { constraint?: unknown } }).driverError ?? {};
  if (constraint !== 'video_tasks_upstream') throw error;
}
