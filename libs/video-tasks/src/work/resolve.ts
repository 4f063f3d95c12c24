import { type VideoTask } from '../task.js';
import { type TaskAccount, getAccount } from './get-account.js';
import { adopt, adoptEvidence } from './adopt.js';
import { giveUp } from './give-up.js';
import { lookFor } from './look-for.js';
import { nextPollAfterFaultMs } from './poll-schedule.js';
import { type WorkDependencies } from './work-dependencies.js';

/** The worker that sent the submission is gone. If it left word, the task goes on; if not, nobody knows. */
export async function recover(task: VideoTask, dependencies: WorkDependencies): Promise<void> {
  if (await adoptEvidence(task, dependencies)) return;
  await dependencies.transitions.apply(task, {
    from: 'submitting',
    set: { phase: 'submit-unknown', misses: 0 },
    at: { resolve_until: dependencies.settings.settleMs, next_run_at: 0, lease_until: null },
    event: { kind: 'submit-unknown', detail: { reason: 'the worker is gone' } },
  });
}

/** Finds out whether a submission arrived, as far as its upstream lets us. */
export async function resolve(task: VideoTask, dependencies: WorkDependencies): Promise<void> {
  if (await adoptEvidence(task, dependencies)) return;
  const reached = getAccount(task, dependencies);
  switch (reached.capability.signature) {
    case 'key':
      return askByKey(task, dependencies);
    case 'list':
      return lookUp(task, reached, dependencies);
    case 'none':
      return giveUp(task, dependencies);
  }
}

/** One video comes of two submissions under one key, so another submission does no harm, and its answer tells. */
async function askByKey(task: VideoTask, dependencies: WorkDependencies): Promise<void> {
  const { submitAttempt, cancelRequestedAt, readAt, deadlineAt } = task;
  const { transitions, settings } = dependencies;
  if (submitAttempt >= settings.maxSubmits || cancelRequestedAt !== undefined || readAt >= deadlineAt) {
    return giveUp(task, dependencies);
  }
  await transitions.apply(task, {
    from: 'submit-unknown',
    // What is unknown stays unknown until it is answered: `resolve_until` is left as it is.
    set: { phase: 'accepted', misses: 0 },
    at: { next_run_at: nextPollAfterFaultMs(submitAttempt - 1, settings.pollTimes), lease_until: null },
    event: { kind: 'ask-by-key' },
  });
}

async function lookUp(task: VideoTask, reached: TaskAccount, dependencies: WorkDependencies): Promise<void> {
  const { transitions, settings } = dependencies;
  const found = await lookFor(task, reached, dependencies);
  if (found.kind === 'video') return adopt(task, found.video, dependencies);
  const isAbsent = found.kind === 'absent';
  const misses = task.misses + (isAbsent ? 1 : 0);
  const overdueMs = task.readAt.getTime() - (task.resolveUntil?.getTime() ?? 0);
  if (isAbsent && overdueMs >= 0 && misses >= settings.lookups) return sendAgain(task, misses, dependencies);
  const isHopeless = !isAbsent && overdueMs >= settings.settleMs;
  if (isHopeless || task.readAt >= task.deadlineAt) return giveUp(task, dependencies);
  await transitions.touch(task, {
    set: { misses },
    at: { next_run_at: settings.settleMs / settings.lookups, lease_until: null },
  });
}

async function sendAgain(task: VideoTask, lists: number, { transitions }: WorkDependencies): Promise<void> {
  await transitions.apply(task, {
    from: 'submit-unknown',
    set: { phase: 'accepted', misses: 0 },
    at: { next_run_at: 0, lease_until: null, resolve_until: null },
    event: { kind: 'proven-not-created', detail: { signature: `not in ${lists} lists` } },
  });
}
