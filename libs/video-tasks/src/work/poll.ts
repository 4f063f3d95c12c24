import { type VideoReport } from '#providers';
import { type CallOutcome } from '#upstream';
import { decodeUpstreamError } from '#wire';
import { type VideoTask } from '../task.js';
import { FAILURES } from '../task-failures.js';
import { type TaskAccount, getAccount } from './get-account.js';
import { type Asked, askAfter, toStarted } from './ask-after.js';
import { getCost } from './get-cost.js';
import { finalize } from './finalize.js';
import { nextPollAfterFaultMs, nextPollMs } from './poll-schedule.js';
import { reportPoll } from './tell-health.js';
import { describeCall, traceStep } from './trace-step.js';
import { type WorkDependencies } from './work-dependencies.js';

const CALL_MS = 15_000;
const MISSES_BEFORE_LOST = 3;

const FAILURE_CODES: Record<NonNullable<VideoReport['failure']>['kind'], number> = {
  rejected: 400,
  policy: 403,
  capacity: 429,
  quota: 502,
  cancelled: 499,
  failed: 502,
};

/** Asks once how a video is coming along. Only a plain word of failure, or time, ends a task. */
export async function poll(task: VideoTask, dependencies: WorkDependencies): Promise<void> {
  const reached = getAccount(task, dependencies);
  const asked = await traceStep(task, { step: 'poll', describe: describeAsked }, dependencies, (headers) =>
    askAfter(task, reached, headers),
  );
  const { outcome, report } = asked;
  reportPoll(task, outcome, report !== undefined || isGone(asked), reached, dependencies);
  await dependencies.pass('in-poll');
  if (report?.state === 'completed') return complete(task, report, dependencies);
  if (report?.state === 'failed') return fail(task, report, reached, dependencies);
  if (isToEnd(task)) return end(task, asked, reached, dependencies);
  if (isGone(asked)) return miss(task, dependencies);
  if (report === undefined) return tryLater(task, outcome, dependencies);
  await goOn(task, report, dependencies);
}

function describeAsked({ outcome }: Asked): ReturnType<typeof describeCall> {
  return describeCall(outcome);
}

async function complete(task: VideoTask, report: VideoReport, dependencies: WorkDependencies): Promise<void> {
  await dependencies.pass('after-upstream-success-before-finalize');
  const finalizing = await dependencies.transitions.apply(task, {
    from: 'polling',
    set: { phase: 'finalizing', status: 'in_progress', misses: 0 },
    at: {
      lease_until: dependencies.settings.stepLeaseMs,
      ...(task.startedAt === undefined ? { started_at: 0 } : {}),
    },
    event: { kind: 'finalizing' },
  });
  if (finalizing !== undefined) await finalize(finalizing, dependencies, report);
}

async function fail(
  task: VideoTask,
  { failure }: VideoReport,
  { secrets }: TaskAccount,
  { outcomes }: WorkDependencies,
): Promise<void> {
  const kind = failure?.kind ?? 'failed';
  const message = scrubbed(failure?.message ?? '', secrets);
  await outcomes.fail(task, { code: FAILURE_CODES[kind], message }, { from: 'polling' });
}

/** The upstream's own words, without what is none of the client's business. */
function scrubbed(message: string, secrets: readonly string[]): string {
  const body = Buffer.from(JSON.stringify({ error: { message } }));
  const { message: clean } = decodeUpstreamError({ status: 400, body, secrets });
  return message === '' ? 'The upstream failed to make the video.' : clean;
}

function isGone({ outcome, report }: Asked): boolean {
  if (report?.isMissing === true) return true;
  return outcome.kind === 'answer' && (outcome.status === 404 || outcome.status === 410);
}

/** New videos are not known everywhere at once: only one that stays unknown is lost. */
async function miss(task: VideoTask, { outcomes, transitions, settings }: WorkDependencies): Promise<void> {
  const since = task.missingSince?.getTime() ?? task.readAt.getTime();
  const isLongGone = task.readAt.getTime() - since >= settings.lostMs;
  if (task.misses + 1 >= MISSES_BEFORE_LOST && isLongGone) {
    return void (await outcomes.fail(task, FAILURES.lost, { from: 'polling' }));
  }
  await transitions.touch(task, {
    set: { misses: task.misses + 1 },
    at: {
      next_run_at: Math.max(settings.lostMs / MISSES_BEFORE_LOST, 100),
      lease_until: null,
      ...(task.missingSince === undefined ? { missing_since: 0 } : {}),
    },
  });
}

function isToEnd({ readAt, deadlineAt, cancelRequestedAt }: VideoTask): boolean {
  return readAt >= deadlineAt || cancelRequestedAt !== undefined;
}

/** A task that is cancelled or out of time ends here: with this poll its upstream had the last word. */
async function end(
  task: VideoTask,
  asked: Asked,
  reached: TaskAccount,
  dependencies: WorkDependencies,
): Promise<void> {
  const isOverdue = task.readAt >= task.deadlineAt;
  const isStopped = isGone(asked) || (await stopUpstream(task, reached));
  const hasBegun = task.status === 'in_progress' || asked.report?.state === 'in_progress';
  await dependencies.outcomes.fail(task, isOverdue ? FAILURES.deadline : FAILURES.cancelled, {
    from: 'polling',
    // Whoever cancels work that cannot be stopped still pays for it; time that runs out is not the customer's doing.
    ...(!isOverdue && hasBegun && !isStopped ? { payment: { costMicroUsd: getCost(task, {}) } } : {}),
    ...(isStopped
      ? {}
      : { orphan: { upstreamId: task.upstreamId, reason: isOverdue ? 'out of time' : 'cancelled' } }),
  });
}

async function stopUpstream(task: VideoTask, { capability, place, upstream }: TaskAccount): Promise<boolean> {
  const call = capability.cancel?.(toStarted(task), place);
  if (call === undefined) return false;
  const outcome = await upstream.call(call, AbortSignal.timeout(CALL_MS));
  return outcome.kind === 'answer' && outcome.status >= 200 && outcome.status < 300;
}

async function tryLater(
  task: VideoTask,
  outcome: CallOutcome,
  { transitions, settings, logger }: WorkDependencies,
): Promise<void> {
  const detail = outcome.kind === 'answer' ? { status: outcome.status } : { reason: outcome.reason };
  logger.warn(
    { taskId: task.id, channel: task.channelName, ...detail },
    'the status of a video could not be fetched',
  );
  const advice = outcome.kind === 'answer' ? outcome.retryAfter : undefined;
  await transitions.touch(task, {
    set: { misses: task.misses + 1 },
    at: { next_run_at: nextPollAfterFaultMs(task.misses, settings.pollTimes, { advice }), lease_until: null },
  });
}

async function goOn(
  task: VideoTask,
  report: VideoReport,
  { transitions, outcomes, settings, logger }: WorkDependencies,
): Promise<void> {
  if (report.state === 'unknown' && task.misses === 0) {
    logger.warn(
      { taskId: task.id, word: report.word },
      'an upstream uses a word for a state that is not known',
    );
  }
  const elapsedMs = task.readAt.getTime() - (task.submittedAt ?? task.createdAt).getTime();
  const at = {
    next_run_at: nextPollMs(elapsedMs, settings.pollTimes),
    lease_until: null,
    missing_since: null,
  };
  const progress = Math.max(task.progress, Math.min(Math.round(report.progress ?? 0), 99));
  const hasBegun = task.status === 'queued' && report.state === 'in_progress';
  const misses = report.state === 'unknown' ? 1 : 0;
  if (hasBegun) {
    await outcomes.begin(task, {
      from: 'polling',
      set: { status: 'in_progress', progress, misses },
      at: { ...at, started_at: 0 },
      event: { kind: 'in-progress' },
    });
  } else if (progress > task.progress) {
    await transitions.apply(task, {
      from: 'polling',
      set: { progress, misses },
      at,
      event: { kind: 'progress', detail: { progress } },
    });
  } else {
    await transitions.touch(task, { set: { misses }, at });
  }
}
