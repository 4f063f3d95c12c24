import { type StartedVideo } from '#providers';
import { type Evidence } from '../evidence.repository.js';
import { type VideoTask } from '../task.js';
import { type Transition } from '../transitions.repository.js';
import { nextPollMs } from './poll-schedule.js';
import { type WorkParts } from './work-parts.js';

/** An upstream has the order: its id is kept first on disk, then in the database, whoever holds the lease by now. */
export async function adopt(
  task: VideoTask,
  { upstreamId, memo }: StartedVideo,
  parts: WorkParts,
): Promise<void> {
  const account = task.account ?? '';
  const known: Evidence = { taskId: task.id, attempt: task.submitAttempt, account, upstreamId, memo };
  const forget = await parts.spool.add(known);
  await parts.pass('after-spool-before-database');
  await parts.evidence.add(known);
  await forget();
  await adoptKnown(known, parts);
  await parts.pass('after-polling-commit');
}

/** What the account of a task has taken on for it, whoever was told. */
export async function adoptEvidence(task: VideoTask, parts: WorkParts): Promise<boolean> {
  const known = await parts.evidence.find(task);
  return known !== undefined && (await adoptKnown(known, parts));
}

/** The lease may be lost, but the id is real: the task takes it, unless it has gone another way since. */
export async function adoptKnown(known: Evidence, parts: WorkParts): Promise<boolean> {
  const { transitions, evidence, logger } = parts;
  const { taskId, account, upstreamId } = known;
  const adopted = await transitions
    .apply({ id: taskId, account }, pollingWith(known, parts))
    .catch(unlessTaken);
  if (adopted !== undefined) return true;
  if (await evidence.noteUnclaimed(known)) {
    logger.error({ taskId, upstreamId }, 'an upstream makes a film that no task waits for');
  }
  return false;
}

function pollingWith({ taskId, upstreamId, memo }: Evidence, { seals, settings }: WorkParts): Transition {
  return {
    from: ['submitting', 'submit-unknown'],
    set: { phase: 'polling', upstream_id: upstreamId, sealed_memo: seals.sealMemo(taskId, memo), misses: 0 },
    at: { next_run_at: nextPollMs(0, settings.pollTimes), lease_until: null, missing_since: null },
    event: { kind: 'submitted', detail: { upstreamId } },
  };
}

/** One film is never two tasks': whoever was first has it. */
function unlessTaken(error: unknown): undefined {
  const { constraint } = (error as { driverError?: { constraint?: unknown } }).driverError ?? {};
  if (constraint !== 'video_tasks_upstream') throw error;
}
