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
  await parts.spool.add(known);
  await parts.pass('after-spool-before-database');
  await parts.evidence.add(known);
  await adoptKnown(known, parts);
  await parts.pass('after-polling-commit');
}

/** The lease may be lost, but the id is real: the task takes it, unless it has gone another way since. */
export async function adoptKnown(
  known: Evidence,
  { transitions, evidence, logger }: WorkParts,
): Promise<boolean> {
  const { taskId, attempt, upstreamId } = known;
  const adopted = await transitions.apply({ id: taskId, submitAttempt: attempt }, pollingWith(known));
  if (adopted !== undefined) return true;
  if (await evidence.noteUnclaimed(known)) {
    logger.error({ taskId, upstreamId }, 'an upstream makes a film that no task waits for');
  }
  return false;
}

function pollingWith({ upstreamId, memo }: Evidence): Transition {
  return {
    from: ['submitting', 'submit-unknown'],
    set: { phase: 'polling', upstream_id: upstreamId, upstream_memo: memo ?? null, misses: 0 },
    at: { next_run_at: nextPollMs(0), lease_until: null, missing_since: null },
    event: { kind: 'submitted', detail: { upstreamId } },
  };
}
