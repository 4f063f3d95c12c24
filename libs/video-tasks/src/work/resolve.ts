import { type VideoTask } from '../task.js';
import { type TaskAccount, getTaskAccount } from './task-account.js';
import { adoptVideo, adoptFromEvidence } from './adopt-video.js';
import { giveUp } from './give-up.js';
import { searchVideo } from './search-video.js';
import { getPollAfterFaultMs } from './poll-schedule.js';
import { type WorkDependencies } from './work-dependencies.js';

/**
 * The worker that sent the submission has died. Continues with the id that it stored; otherwise the outcome is unknown.
 */
export async function recover(task: VideoTask, dependencies: WorkDependencies): Promise<void> {
  if (await adoptFromEvidence(task, dependencies)) return;
  await dependencies.transitions.apply(task, {
    from: 'submitting',
    set: { phase: 'submit-unknown', misses: 0 },
    at: { resolve_until: dependencies.settings.settleMs, next_run_at: 0, lease_until: null },
    event: { kind: 'submit-unknown', detail: { reason: 'the worker stopped' } },
  });
}

/** Determines whether a submission arrived, by the means that its upstream supports. */
export async function resolve(task: VideoTask, dependencies: WorkDependencies): Promise<void> {
  if (await adoptFromEvidence(task, dependencies)) return;
  const reached = getTaskAccount(task, dependencies);
  switch (reached.capability.signature) {
    case 'key':
      return resubmitWithKey(task, dependencies);
    case 'list':
      return resolveByList(task, reached, dependencies);
    case 'none':
      return giveUp(task, dependencies);
  }
}

/** Submissions with the same key create one video, so the task is submitted again to get a response. */
async function resubmitWithKey(task: VideoTask, dependencies: WorkDependencies): Promise<void> {
  const { submitAttempt, cancelRequestedAt, readAt, deadlineAt } = task;
  const { transitions, settings } = dependencies;
  if (submitAttempt >= settings.maxSubmits || cancelRequestedAt !== undefined || readAt >= deadlineAt) {
    return giveUp(task, dependencies);
  }
  await transitions.apply(task, {
    from: 'submit-unknown',
    // `resolve_until` is not cleared, because the outcome stays unknown until there is a response.
    set: { phase: 'accepted', misses: 0 },
    at: { next_run_at: getPollAfterFaultMs(submitAttempt - 1, settings.pollTimes), lease_until: null },
    event: { kind: 'ask-by-key' },
  });
}

async function resolveByList(
  task: VideoTask,
  reached: TaskAccount,
  dependencies: WorkDependencies,
): Promise<void> {
  const { transitions, settings } = dependencies;
  const result = await searchVideo(task, reached, dependencies);
  if (result.kind === 'video') return adoptVideo(task, result.video, dependencies);
  const isAbsent = result.kind === 'absent';
  const misses = task.misses + (isAbsent ? 1 : 0);
  const overdueMs = task.readAt.getTime() - (task.resolveUntil?.getTime() ?? 0);
  if (isAbsent && overdueMs >= 0 && misses >= settings.lookups) return resubmit(task, misses, dependencies);
  const isUnresolvable = !isAbsent && overdueMs >= settings.settleMs;
  if (isUnresolvable || task.readAt >= task.deadlineAt) return giveUp(task, dependencies);
  await transitions.touch(task, {
    set: { misses },
    at: { next_run_at: settings.settleMs / settings.lookups, lease_until: null },
  });
}

async function resubmit(task: VideoTask, lists: number, { transitions }: WorkDependencies): Promise<void> {
  await transitions.apply(task, {
    from: 'submit-unknown',
    set: { phase: 'accepted', misses: 0 },
    at: { next_run_at: 0, lease_until: null, resolve_until: null },
    event: { kind: 'proven-not-created', detail: { signature: `not in ${lists} lists` } },
  });
}
