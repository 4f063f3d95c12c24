import { type TaskFailure, type VideoTask } from '../task.js';
import { FAILURES } from '../task-failures.js';
import { adopt } from './adopt.js';
import { type SubmitOutcome } from './classify-submit.js';
import { FORGET_ACCOUNT } from './forget-account.js';
import { mayHaveArrived } from './give-up.js';
import { nextPollAfterFaultMs } from './poll-schedule.js';
import { type WorkParts } from './work-parts.js';

/** What becomes of a task whose order was sent. */
export async function conclude(task: VideoTask, outcome: SubmitOutcome, parts: WorkParts): Promise<void> {
  if (outcome.kind === 'accepted') return adopt(task, outcome.started, parts);
  if (outcome.kind === 'unknown') return wonder(task, outcome.reason, parts);
  // That this order did not arrive says nothing of the one before it, which may have.
  if (mayHaveArrived(task)) return wonder(task, reasonOf(outcome), parts);
  if (outcome.kind === 'not-delivered') return tryLater(task, outcome.reason, parts);
  if (outcome.mayTryElsewhere) return tryElsewhere(task, outcome.failure, parts);
  await parts.outcomes.fail(task, outcome.failure, { from: 'submitting' });
}

async function wonder(task: VideoTask, reason: string, { transitions, settings }: WorkParts): Promise<void> {
  await transitions.apply(task, {
    from: 'submitting',
    set: { phase: 'submit-unknown', misses: 0 },
    at: { resolve_until: settings.settleMs, next_run_at: 0, lease_until: null },
    event: { kind: 'submit-unknown', detail: { reason } },
  });
}

async function tryLater(
  task: VideoTask,
  reason: string,
  { transitions, settings }: WorkParts,
): Promise<void> {
  await transitions.apply(task, {
    from: 'submitting',
    set: { ...FORGET_ACCOUNT, phase: 'accepted', last_failure: FAILURES.notReached },
    at: { next_run_at: nextPollAfterFaultMs(task.submitAttempt, settings.pollTimes), lease_until: null },
    event: { kind: 'not-delivered', detail: { reason } },
  });
}

async function tryElsewhere(
  task: VideoTask,
  failure: TaskFailure,
  { transitions }: WorkParts,
): Promise<void> {
  const refusedBy = task.channelId === undefined ? [] : [task.channelId];
  await transitions.apply(task, {
    from: 'submitting',
    set: {
      ...FORGET_ACCOUNT,
      phase: 'accepted',
      refused_channels: [...task.refusedChannels, ...refusedBy],
      last_failure: failure,
    },
    at: { next_run_at: 0, lease_until: null },
    event: { kind: 'refused', detail: { code: failure.code } },
  });
}

function reasonOf(outcome: Extract<SubmitOutcome, { kind: 'not-delivered' | 'refused' }>): string {
  return outcome.kind === 'refused' ? outcome.failure.message : outcome.reason;
}
