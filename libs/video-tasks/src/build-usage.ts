import { type PaidUsage, type UsageAttempt, eventIdFor } from '#metering';
import { type Submission } from './submissions.repository.js';
import { type VideoFormat, type VideoTask } from './task.js';

/** Of tasks from before it was kept how they were asked for. */
const USUAL_FORMAT: VideoFormat = 'video-generations';
const OK = 'ok';
const NOT_REACHED = 'upstream-unreachable';
const UNKNOWN = 'outcome-unknown';
const FAILED = 'upstream-error';

/** What the numbers of failed tasks are called in usage. */
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

/** What a task that has ended used, and what it cost; it is found by the name of the task. */
export function buildUsage(task: VideoTask, submissions: readonly Submission[]): PaidUsage {
  const { id, request, createdAt, costMicroUsd, price } = task;
  const last = submissions.at(-1);
  const used = usedBy(task);
  return {
    // The same for the same task, so that there could not even be two by mistake.
    id: eventIdFor(id.replace(/^video_/, 'req_')),
    requestId: id,
    sessionId: request.sessionId,
    startedAtMs: createdAt.getTime(),
    tokenId: task.tokenId,
    owner: task.owner,
    model: task.model,
    operation: 'video',
    format: request.format ?? USUAL_FORMAT,
    // A task forgets the account that has refused it, and nobody may have taken it since.
    channelId: task.channelId ?? last?.channelId ?? '',
    channel: task.channelName ?? last?.channel ?? '',
    upstreamModel: task.upstreamModel ?? last?.upstreamModel ?? '',
    isStreamed: false,
    outcome: getOutcome(task),
    isCacheHit: false,
    durationMs: getEnd(task) - createdAt.getTime(),
    usage: {},
    isEstimated: false,
    ...used,
    ...(costMicroUsd === undefined ? {} : { costMicroUsd }),
    ...(used === undefined || costMicroUsd === undefined ? {} : { price, ...toContext(request) }),
    attempts: submissions.map((submission, index) => buildAttempt(submission, submissions[index - 1], task)),
  };
}

/** What a second costs may depend on the size. */
function toContext({ width, height }: VideoTask['request']): Pick<PaidUsage, 'priceContext'> {
  if (width === undefined || height === undefined) return {};
  return { priceContext: { videoSize: `${width}x${height}` } };
}

/** Undefined where there is no video, and nobody has to pay for one. */
function usedBy({
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

function getOutcome({ error }: VideoTask): string {
  return error === undefined ? OK : (OUTCOMES[error.code] ?? FAILED);
}

function getEnd({ finishedAt, readAt }: VideoTask): number {
  return (finishedAt ?? readAt).getTime();
}

function buildAttempt(submission: Submission, before: Submission | undefined, task: VideoTask): UsageAttempt {
  const { channel, upstreamModel = '', sentAt, undone } = submission;
  return {
    channel,
    upstreamModel,
    outcome: undone === undefined ? getOutcome(task) : getUndoneOutcome(undone),
    startedAfterMs: sentAt.getTime() - task.createdAt.getTime(),
    durationMs: (undone?.at.getTime() ?? getEnd(task)) - sentAt.getTime(),
    reason: reasonAfter(before, submission),
  };
}

function getUndoneOutcome({ by, code = 0 }: NonNullable<Submission['undone']>): string {
  switch (by) {
    case 'refused':
      return OUTCOMES[code] ?? FAILED;
    case 'not-delivered':
    case 'proven-not-created':
      return NOT_REACHED;
    case 'ask-by-key':
      return UNKNOWN;
  }
}

function reasonAfter(before: Submission | undefined, { channelId }: Submission): string {
  if (before === undefined) return 'first';
  return before.channelId === channelId ? 'retry' : 'failover';
}
