import { toStoredError } from '#metering';
import { type VideoReport } from '#providers';
import { type CallOutcome } from '#upstream';
import { decodeUpstreamError } from '#wire';
import { type VideoTask } from '../task.js';
import { FAILURES } from '../task-failures.js';
import { type TaskAccount, getTaskAccount } from './task-account.js';
import { type StatusResult, loadStatus, toStarted } from './load-status.js';
import { getCost } from './get-cost.js';
import { finalize } from './finalize.js';
import { getPollAfterFaultMs, getNextPollMs } from './poll-schedule.js';
import { reportPoll } from './report-health.js';
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

/** Polls the status of a video once. Only an explicit failure, a cancellation or the deadline ends a task. */
export async function poll(task: VideoTask, dependencies: WorkDependencies): Promise<void> {
  const reached = getTaskAccount(task, dependencies);
  const result = await traceStep(task, { step: 'poll', describe: describeStatus }, dependencies, (headers) =>
    loadStatus(task, reached, headers),
  );
  const { outcome, report } = result;
  reportPoll(task, outcome, report !== undefined || isMissing(result), reached, dependencies);
  await dependencies.reachFailpoint('in-poll');
  if (report?.state === 'completed') return startFinalizing(task, report, dependencies);
  if (report?.state === 'failed') return failTask(task, report, reached, dependencies);
  if (mustEnd(task)) return endTask(task, result, reached, dependencies);
  if (isMissing(result)) return recordMiss(task, dependencies);
  if (report === undefined) return retryLater(task, outcome, dependencies);
  await recordProgress(task, report, dependencies);
}

function describeStatus({ outcome }: StatusResult): ReturnType<typeof describeCall> {
  return describeCall(outcome);
}

async function startFinalizing(
  task: VideoTask,
  report: VideoReport,
  dependencies: WorkDependencies,
): Promise<void> {
  await dependencies.reachFailpoint('after-upstream-success-before-finalize');
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

async function failTask(
  task: VideoTask,
  { failure }: VideoReport,
  { secrets }: TaskAccount,
  { transitions, keepsErrorMessages }: WorkDependencies,
): Promise<void> {
  const kind = failure?.kind ?? 'failed';
  const message = removeSecrets(failure?.message ?? '', secrets);
  const report = failure?.message === undefined ? undefined : { message };
  const error = toStoredError(report, keepsErrorMessages !== false);
  await transitions.fail(task, { code: FAILURE_CODES[kind], message, error }, { from: 'polling' });
}

/** The upstream's message without secrets of the gateway. */
function removeSecrets(message: string, secrets: readonly string[]): string {
  const body = Buffer.from(JSON.stringify({ error: { message } }));
  const { message: clean } = decodeUpstreamError({ status: 400, body, secrets });
  return message === '' ? 'The provider failed to create the video.' : clean;
}

function isMissing({ outcome, report }: StatusResult): boolean {
  if (report?.isMissing === true) return true;
  return outcome.kind === 'answer' && (outcome.status === 404 || outcome.status === 410);
}

/** A new video can be missing at some servers of a provider for a while. It is lost only if it stays missing. */
async function recordMiss(task: VideoTask, { transitions, settings }: WorkDependencies): Promise<void> {
  const since = task.missingSince?.getTime() ?? task.readAt.getTime();
  const isLongMissing = task.readAt.getTime() - since >= settings.lostMs;
  if (task.misses + 1 >= MISSES_BEFORE_LOST && isLongMissing) {
    return void (await transitions.fail(task, FAILURES.lost, { from: 'polling' }));
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

function mustEnd({ readAt, deadlineAt, cancelRequestedAt }: VideoTask): boolean {
  return readAt >= deadlineAt || cancelRequestedAt !== undefined;
}

/** Ends a cancelled or overdue task. It has just been polled, so its video is not finished. */
async function endTask(
  task: VideoTask,
  result: StatusResult,
  reached: TaskAccount,
  dependencies: WorkDependencies,
): Promise<void> {
  const isOverdue = task.readAt >= task.deadlineAt;
  const isStopped = isMissing(result) || (await stopUpstream(task, reached));
  const hasBegun = task.status === 'in_progress' || result.report?.state === 'in_progress';
  await dependencies.transitions.fail(task, isOverdue ? FAILURES.deadline : FAILURES.cancelled, {
    from: 'polling',
    // A cancelled job that the upstream cannot stop is charged. An overdue one is not: the client did not cause it.
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

async function retryLater(
  task: VideoTask,
  outcome: CallOutcome,
  { transitions, settings, logger }: WorkDependencies,
): Promise<void> {
  const detail = outcome.kind === 'answer' ? { status: outcome.status } : { reason: outcome.reason };
  logger.warn(
    { taskId: task.id, channel: task.channelName, ...detail },
    'the status of a video could not be loaded',
  );
  const advice = outcome.kind === 'answer' ? outcome.retryAfter : undefined;
  await transitions.touch(task, {
    set: { misses: task.misses + 1 },
    at: { next_run_at: getPollAfterFaultMs(task.misses, settings.pollTimes, { advice }), lease_until: null },
  });
}

async function recordProgress(
  task: VideoTask,
  report: VideoReport,
  { transitions, settings, logger }: WorkDependencies,
): Promise<void> {
  if (report.state === 'unknown' && task.misses === 0) {
    logger.warn({ taskId: task.id, word: report.word }, 'the provider returned an unknown video status');
  }
  const elapsedMs = task.readAt.getTime() - (task.submittedAt ?? task.createdAt).getTime();
  const at = {
    next_run_at: getNextPollMs(elapsedMs, settings.pollTimes),
    lease_until: null,
    missing_since: null,
  };
  const progress = Math.max(task.progress, Math.min(Math.round(report.progress ?? 0), 99));
  const hasBegun = task.status === 'queued' && report.state === 'in_progress';
  const misses = report.state === 'unknown' ? 1 : 0;
  if (hasBegun) {
    await transitions.startProgress(task, {
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
