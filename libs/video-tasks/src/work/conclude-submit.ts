import { type TaskEvent } from '../change.js';
import { type TaskFailure, type VideoTask } from '../task.js';
import { FAILURES } from '../task-failures.js';
import { adopt } from './adopt.js';
import { hasAlternative } from './choose-target.js';
import { type SubmitOutcome } from './classify-submit.js';
import { FORGET_ACCOUNT } from './forget-account.js';
import { mayHaveArrived } from './give-up.js';
import { nextPollAfterFaultMs } from './poll-schedule.js';
import { type WorkDependencies } from './work-dependencies.js';

/** By this an upstream says that it takes no more just now. */
const BUSY = 429;

/** What becomes of a task whose order was sent. */
export async function conclude(
  task: VideoTask,
  outcome: SubmitOutcome,
  dependencies: WorkDependencies,
): Promise<void> {
  if (outcome.kind === 'accepted') return adopt(task, outcome.started, dependencies);
  if (outcome.kind === 'unknown') return wonder(task, outcome.reason, dependencies);
  // That this order did not arrive says nothing of the one before it, which may have.
  if (mayHaveArrived(task)) return wonder(task, getReason(outcome), dependencies);
  if (outcome.kind === 'not-delivered') {
    const event = { kind: 'not-delivered', detail: { reason: outcome.reason } };
    if (hasAlternative(task, dependencies))
      return tryElsewhere(task, FAILURES.notReached, event, dependencies);
    return tryLater(task, FAILURES.notReached, { event }, dependencies);
  }
  const { failure, mayTryElsewhere, retryAfter } = outcome;
  const event = { kind: 'refused', detail: { code: failure.code } };
  const isBusy = failure.code === BUSY && !hasAlternative(task, dependencies);
  if (isBusy) return tryLater(task, failure, { event, advice: retryAfter }, dependencies);
  if (mayTryElsewhere) return tryElsewhere(task, failure, event, dependencies);
  await dependencies.outcomes.fail(task, failure, { from: 'submitting' });
}

async function wonder(
  task: VideoTask,
  reason: string,
  { transitions, settings }: WorkDependencies,
): Promise<void> {
  await transitions.apply(task, {
    from: 'submitting',
    set: { phase: 'submit-unknown', misses: 0 },
    at: { resolve_until: settings.settleMs, next_run_at: 0, lease_until: null },
    event: { kind: 'submit-unknown', detail: { reason } },
  });
}

/** Wherever it then goes: to the same one, where there is no other. */
async function tryLater(
  task: VideoTask,
  failure: TaskFailure,
  { event, advice }: { event: TaskEvent; advice?: string },
  { transitions, settings }: WorkDependencies,
): Promise<void> {
  const nextMs = nextPollAfterFaultMs(task.submitAttempt, settings.pollTimes, { advice });
  await transitions.apply(task, {
    from: 'submitting',
    set: { ...FORGET_ACCOUNT, phase: 'accepted', last_failure: failure },
    at: { next_run_at: nextMs, lease_until: null },
    event,
  });
}

async function tryElsewhere(
  task: VideoTask,
  failure: TaskFailure,
  event: TaskEvent,
  { transitions }: WorkDependencies,
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
    event,
  });
}

function getReason(outcome: Extract<SubmitOutcome, { kind: 'not-delivered' | 'refused' }>): string {
  return outcome.kind === 'refused' ? outcome.failure.message : outcome.reason;
}
