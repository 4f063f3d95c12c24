import { type PaidUsage, type UsageAttempt, eventIdFor } from '#metering';
import { type Submission } from './submissions.js';
import { type TaskFailure, type VideoFormat, type VideoTask } from './task.js';

/** The format of tasks from before it was stored. */
const DEFAULT_FORMAT: VideoFormat = 'video-generations';
const OK = 'ok';
const NOT_REACHED = 'upstream-unreachable';
const UNKNOWN = 'outcome-unknown';
const FAILED = 'upstream-error';

/** The outcomes in usage, by the error code of the task. */
const OUTCOMES: Readonly<Record<number, string>> = {
  400: 'upstream-rejected',
  403: 'content-policy',
  404: 'lost-upstream',
  409: UNKNOWN,
  429: 'upstream-overloaded',
  499: 'cancelled',
  500: 'internal-error',
  502: FAILED,
  503: 'no-channel',
  504: 'upstream-timeout',
};

/** The usage and cost of a finished task. Its request id is the id of the task. */
export function buildUsage(
  task: VideoTask,
  submissions: readonly Submission[],
  failure?: TaskFailure,
): PaidUsage {
  const { id, request, createdAt, costMicroUsd, price } = task;
  const last = submissions.at(-1);
  const usage = toUsage(task);
  const isCharged = usage !== undefined && costMicroUsd !== undefined;
  return {
    // Derived from the id of the task, so that a task can never have two usage events.
    id: eventIdFor(id.replace(/^video_/, 'req_')),
    requestId: id,
    sessionId: request.sessionId,
    startedAtMs: createdAt.getTime(),
    tokenId: task.tokenId,
    owner: task.owner,
    model: task.model,
    operation: 'video',
    format: request.format ?? DEFAULT_FORMAT,
    // The account of a task is cleared when it is refused, so the last submission may be the only source.
    channelId: task.channelId ?? last?.channelId ?? '',
    channel: task.channelName ?? last?.channel ?? '',
    upstreamModel: task.upstreamModel ?? last?.upstreamModel ?? '',
    isStreamed: false,
    outcome: getOutcome(task, failure),
    client: request.client,
    isCacheHit: false,
    durationMs: getEnd(task) - createdAt.getTime(),
    firstByteMs: undefined,
    errorCode: undefined,
    usage: usage?.usage ?? {},
    isEstimated: usage?.isEstimated ?? false,
    costMicroUsd,
    upstreamCostMicroUsd: undefined,
    price: isCharged ? price : undefined,
    priceContext: isCharged ? toPriceContext(request) : undefined,
    parameters: undefined,
    flagged: undefined,
    attempts: submissions.map((submission, index) => ({
      ...buildAttempt(submission, task, failure),
      reason: getAttemptReason(submissions[index - 1], submission),
    })),
  };
}

/** The price per second can depend on the size. */
function toPriceContext({ width, height }: VideoTask['request']): PaidUsage['priceContext'] {
  return width === undefined || height === undefined ? undefined : { videoSize: `${width}x${height}` };
}

/** Undefined if there is no video and no cost. */
function toUsage({
  status,
  result,
  request,
  costMicroUsd,
}: VideoTask): Pick<PaidUsage, 'usage' | 'isEstimated'> | undefined {
  if (status === 'failed' && costMicroUsd === 0) return undefined;
  const videoSeconds = result?.durationSeconds ?? request.durationSeconds;
  return {
    usage: videoSeconds === undefined ? {} : { videoSeconds },
    isEstimated: result?.durationSeconds === undefined,
  };
}

function getOutcome({ error }: VideoTask, failure?: TaskFailure): string {
  return error === undefined ? OK : (failure?.outcome ?? OUTCOMES[error.code] ?? FAILED);
}

function getEnd({ finishedAt, readAt }: VideoTask): number {
  return (finishedAt ?? readAt).getTime();
}

function buildAttempt(
  { channel, upstreamModel = '', sentAt, undone, doubt }: Submission,
  task: VideoTask,
  failure: TaskFailure | undefined,
): UsageAttempt {
  const outcome = undone === undefined ? getOutcome(task, failure) : getUndoneOutcome(undone, doubt);
  const attempt: UsageAttempt = {
    channel,
    upstreamModel,
    outcome,
    startedAfterMs: sentAt.getTime() - task.createdAt.getTime(),
    durationMs: (undone?.at.getTime() ?? getEnd(task)) - sentAt.getTime(),
  };
  if (outcome === OK) return attempt;
  const { status, error } = undone ?? failure ?? {};
  const reason = undone?.reason ?? doubt?.reason;
  return {
    ...attempt,
    upstreamStatus: status ?? doubt?.status,
    error: error ?? (reason === undefined ? undefined : { message: reason }),
  };
}

function getUndoneOutcome(
  { by, code = 0, outcome }: NonNullable<Submission['undone']>,
  doubt: Submission['doubt'],
): string {
  switch (by) {
    case 'refused':
      return outcome ?? OUTCOMES[code] ?? FAILED;
    case 'not-delivered':
      return outcome ?? NOT_REACHED;
    case 'proven-not-created':
      return doubt?.outcome ?? NOT_REACHED;
    case 'ask-by-key':
      return doubt?.outcome ?? UNKNOWN;
  }
}

function getAttemptReason(before: Submission | undefined, { channelId }: Submission): string {
  if (before === undefined) return 'first';
  return before.channelId === channelId ? 'retry' : 'failover';
}
