import { type VideoTask } from '../task.js';
import { type TaskAccount, accountOf } from './account-of.js';
import { adopt, adoptEvidence } from './adopt.js';
import { giveUp } from './give-up.js';
import { lookFor } from './look-for.js';
import { nextPollAfterFaultMs } from './poll-schedule.js';
import { type WorkParts } from './work-parts.js';

/** The worker that sent the order is gone. If it left word, the task goes on; if not, nobody knows. */
export async function recover(task: VideoTask, parts: WorkParts): Promise<void> {
  if (await adoptEvidence(task, parts)) return;
  await parts.transitions.apply(task, {
    from: 'submitting',
    set: { phase: 'submit-unknown', misses: 0 },
    at: { resolve_until: parts.settings.settleMs, next_run_at: 0, lease_until: null },
    event: { kind: 'submit-unknown', detail: { reason: 'the worker is gone' } },
  });
}

/** Finds out whether an order arrived, as far as its upstream lets us. */
export async function resolve(task: VideoTask, parts: WorkParts): Promise<void> {
  if (await adoptEvidence(task, parts)) return;
  const reached = accountOf(task, parts);
  switch (reached.capability.proof) {
    case 'key':
      return askByKey(task, parts);
    case 'list':
      return lookUp(task, reached, parts);
    case 'none':
      return giveUp(task, parts);
  }
}

/** One film comes of two orders under one key, so another order does no harm, and its answer tells. */
async function askByKey(task: VideoTask, parts: WorkParts): Promise<void> {
  const { submitAttempt, cancelRequestedAt, readAt, deadlineAt } = task;
  const { transitions, settings } = parts;
  if (submitAttempt >= settings.mostSubmits || cancelRequestedAt !== undefined || readAt >= deadlineAt) {
    return giveUp(task, parts);
  }
  await transitions.apply(task, {
    from: 'submit-unknown',
    // What is unknown stays unknown until it is answered: `resolve_until` is left as it is.
    set: { phase: 'accepted', misses: 0 },
    at: { next_run_at: nextPollAfterFaultMs(submitAttempt - 1, settings.pollTimes), lease_until: null },
    event: { kind: 'ask-by-key' },
  });
}

async function lookUp(task: VideoTask, reached: TaskAccount, parts: WorkParts): Promise<void> {
  const { transitions, settings } = parts;
  const found = await lookFor(task, reached, parts);
  if (found.kind === 'film') return adopt(task, found.film, parts);
  const isAbsent = found.kind === 'absent';
  const misses = task.misses + (isAbsent ? 1 : 0);
  const overdueMs = task.readAt.getTime() - (task.resolveUntil?.getTime() ?? 0);
  if (isAbsent && overdueMs >= 0 && misses >= settings.lookups) return sendAgain(task, misses, parts);
  const isHopeless = !isAbsent && overdueMs >= settings.settleMs;
  if (isHopeless || task.readAt >= task.deadlineAt) return giveUp(task, parts);
  await transitions.touch(task, {
    set: { misses },
    at: { next_run_at: settings.settleMs / settings.lookups, lease_until: null },
  });
}

async function sendAgain(task: VideoTask, lists: number, { transitions }: WorkParts): Promise<void> {
  await transitions.apply(task, {
    from: 'submit-unknown',
    set: { phase: 'accepted', misses: 0 },
    at: { next_run_at: 0, lease_until: null, resolve_until: null },
    event: { kind: 'proven-not-created', detail: { proof: `not in ${lists} lists` } },
  });
}
