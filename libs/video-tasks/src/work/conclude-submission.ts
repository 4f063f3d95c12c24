import { type JsonObject } from '#canonical';
import { type TaskEvent } from '../change.js';
import { type TaskFailure, type VideoTask } from '../task.js';
import { toStoredError } from '#metering';
import { describeFailure } from '../outcomes.repository.js';
import { FAILURES } from '../task-failures.js';
import { adoptVideo } from './adopt-video.js';
import { hasAlternative } from './choose-target.js';
import { type SubmitFault, type SubmitOutcome } from './classify-submit.js';
import { CLEARED_ACCOUNT } from './cleared-account.js';
import { canHaveArrived } from './give-up.js';
import { getPollAfterFaultMs } from './poll-schedule.js';
import { type WorkDependencies } from './work-dependencies.js';

/** The status of an upstream that accepts no more submissions for now. */
const BUSY = 429;

/** Continues a task after its submission was sent. */
export async function concludeSubmission(
  task: VideoTask,
  outcome: SubmitOutcome,
  dependencies: WorkDependencies,
): Promise<void> {
  if (outcome.kind === 'accepted') return adoptVideo(task, outcome.started, dependencies);
  if (outcome.kind === 'unknown') return markOutcomeUnknown(task, outcome, dependencies);
  // An earlier submission may have arrived, even though this one did not.
  if (canHaveArrived(task)) return markOutcomeUnknown(task, { reason: getReason(outcome) }, dependencies);
  if (outcome.kind === 'not-delivered') {
    const event = { kind: 'not-delivered', detail: describeFault(outcome) };
    if (hasAlternative(task, dependencies))
      return retryElsewhere(task, FAILURES.notReached, event, dependencies);
    return retryLater(task, FAILURES.notReached, { event }, dependencies);
  }
  const { canRetryElsewhere, retryAfter, report } = outcome;
  const failure = {
    ...outcome.failure,
    error: toStoredError(report, dependencies.keepsErrorMessages !== false),
  };
  const event = { kind: 'refused', detail: describeFailure(failure) };
  const isBusy = failure.code === BUSY && !hasAlternative(task, dependencies);
  if (isBusy) return retryLater(task, failure, { event, advice: retryAfter }, dependencies);
  if (canRetryElsewhere) return retryElsewhere(task, failure, event, dependencies);
  await dependencies.transitions.fail(task, failure, { from: 'submitting' });
}

function describeFault({ reason, outcome, status }: Partial<SubmitFault>): JsonObject {
  return {
    ...(reason === undefined ? {} : { reason }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(status === undefined ? {} : { status }),
  };
}

async function markOutcomeUnknown(
  task: VideoTask,
  fault: Partial<SubmitFault>,
  { transitions, settings }: WorkDependencies,
): Promise<void> {
  await transitions.apply(task, {
    from: 'submitting',
    set: { phase: 'submit-unknown', misses: 0 },
    at: { resolve_until: settings.settleMs, next_run_at: 0, lease_until: null },
    event: { kind: 'submit-unknown', detail: describeFault(fault) },
  });
}

/** Retries later at any channel, possibly the same one. */
async function retryLater(
  task: VideoTask,
  failure: TaskFailure,
  { event, advice }: { event: TaskEvent; advice?: string },
  { transitions, settings }: WorkDependencies,
): Promise<void> {
  const nextMs = getPollAfterFaultMs(task.submitAttempt, settings.pollTimes, { advice });
  await transitions.apply(task, {
    from: 'submitting',
    set: { ...CLEARED_ACCOUNT, phase: 'accepted', last_failure: failure },
    at: { next_run_at: nextMs, lease_until: null },
    event,
  });
}

async function retryElsewhere(
  task: VideoTask,
  failure: TaskFailure,
  event: TaskEvent,
  { transitions }: WorkDependencies,
): Promise<void> {
  const refusedBy = task.channelId === undefined ? [] : [task.channelId];
  await transitions.apply(task, {
    from: 'submitting',
    set: {
      ...CLEARED_ACCOUNT,
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
