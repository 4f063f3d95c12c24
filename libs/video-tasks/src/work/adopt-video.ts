import { type StartedVideo } from '#providers';
import { type Evidence } from '../evidence.repository.js';
import { type VideoTask } from '../task.js';
import { type Transition } from '../transitions.repository.js';
import { getNextPollMs } from './poll-schedule.js';
import { type WorkDependencies } from './work-dependencies.js';

/**
 * Stores the id of a video that an upstream is creating, first on disk and then in the database, even if the lease of
 * the task was lost.
 */
export async function adoptVideo(
  task: VideoTask,
  { upstreamId, memo }: StartedVideo,
  dependencies: WorkDependencies,
): Promise<void> {
  const account = task.account ?? '';
  const evidence: Evidence = { taskId: task.id, attempt: task.submitAttempt, account, upstreamId, memo };
  const removeFromSpool = await dependencies.spool.add(evidence);
  await dependencies.reachFailpoint('after-spool-before-database');
  await dependencies.evidence.add(evidence);
  await removeFromSpool();
  await applyEvidence(evidence, dependencies);
  await dependencies.reachFailpoint('after-polling-commit');
}

/** Continues a task with a video that is already stored as evidence. False if there is none. */
export async function adoptFromEvidence(task: VideoTask, dependencies: WorkDependencies): Promise<boolean> {
  const evidence = await dependencies.evidence.load(task);
  return evidence !== undefined && (await applyEvidence(evidence, dependencies));
}

/** Sets the video of a task, even without its lease. False if the task is in another phase or uses another account. */
export async function applyEvidence(evidence: Evidence, dependencies: WorkDependencies): Promise<boolean> {
  const { transitions, logger } = dependencies;
  const { taskId, account, upstreamId } = evidence;
  const adopted = await transitions
    .apply({ id: taskId, account }, toPollingTransition(evidence, dependencies))
    .catch(ignoreTaken);
  if (adopted !== undefined) return true;
  if (await dependencies.evidence.recordUnclaimed(evidence)) {
    logger.error({ taskId, upstreamId }, 'the provider is creating a video that belongs to no task');
  }
  return false;
}

function toPollingTransition(
  { taskId, upstreamId, memo }: Evidence,
  { seals, settings }: WorkDependencies,
): Transition {
  return {
    from: ['submitting', 'submit-unknown'],
    set: { phase: 'polling', upstream_id: upstreamId, sealed_memo: seals.sealMemo(taskId, memo), misses: 0 },
    at: { next_run_at: getNextPollMs(0, settings.pollTimes), lease_until: null, missing_since: null },
    event: { kind: 'submitted', detail: { upstreamId } },
  };
}

/** A video belongs to one task. The first task keeps it. */
function ignoreTaken(error: unknown): undefined {
  const { constraint } = (error as { driverError?: { constraint?: unknown } }).driverError ?? {};
  if (constraint !== 'video_tasks_upstream') throw error;
}
