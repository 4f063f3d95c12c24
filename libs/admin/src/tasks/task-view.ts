import { MICRO_USD_PER_USD } from '#canonical';
import { type MediaStore, parseMediaName } from '#media';
import { CANCELLED_CODE, type Submission, type TaskHistory, type TaskRow } from '#video-tasks';
import { type TaskDetailView, type ShownStatus, type TaskView } from './task.dto.js';

export function viewTask(task: TaskRow): TaskView {
  const { error_code: code, error_message: message, cost_micro_usd: cost } = task;
  return {
    id: task.id,
    status: getStatus(task),
    phase: task.phase,
    progress: task.progress,
    model: task.model,
    owner: task.owner,
    token_id: task.token_id,
    token_name: task.token_name,
    channel: task.channel_name,
    upstream_model: task.upstream_model,
    retry_of: task.request.retryOf ?? null,
    error: code === null || message === null ? null : { code, message },
    held_usd: Number(task.held_micro_usd) / MICRO_USD_PER_USD,
    cost_usd: cost === null ? null : Number(cost) / MICRO_USD_PER_USD,
    created_at: task.created_at.toISOString(),
    started_at: task.started_at?.toISOString() ?? null,
    finished_at: task.finished_at?.toISOString() ?? null,
    cancel_requested_at: task.cancel_requested_at?.toISOString() ?? null,
  };
}

export function viewTaskDetail(
  task: TaskRow,
  { submissions, events, retries }: TaskHistory,
  media: Pick<MediaStore, 'linkTo'>,
): TaskDetailView {
  return {
    ...viewTask(task),
    request: viewSubmission(task),
    upstream_id: task.upstream_id,
    attempts: submissions.map(viewAttempt),
    timeline: events.map(viewEvent),
    file: viewFile(task, media),
    webhook_url: task.webhook_url,
    retried_as: retries,
    deadline_at: task.deadline_at.toISOString(),
  };
}

export function getStatus({ status, error_code: code }: TaskRow): ShownStatus {
  return status === 'failed' && code === CANCELLED_CODE ? 'cancelled' : status;
}

function viewSubmission({ request }: TaskRow): TaskDetailView['request'] {
  return {
    prompt: request.prompt,
    images: request.images.length,
    duration_seconds: request.durationSeconds ?? null,
    width: request.width ?? null,
    height: request.height ?? null,
    format: request.format ?? null,
  };
}

function viewAttempt({ channel, upstreamModel, sentAt, undone }: Submission) {
  return {
    channel,
    upstream_model: upstreamModel ?? null,
    sent_at: sentAt.toISOString(),
    undone_by: undone?.by ?? null,
    undone_at: undone?.at.toISOString() ?? null,
    code: undone?.code ?? null,
  };
}

/** Without the error of the upstream, which is only in the request of the task, for callers that may see it. */
function viewEvent({ at, detail, ...event }: TaskHistory['events'][number]) {
  const { error: _error, ...shown } = (detail ?? {}) as Record<string, unknown>;
  return { at: at.toISOString(), ...event, detail: detail === null ? null : shown };
}

/** Null if there is no video, or it was deleted. */
function viewFile(
  { result, finished_at: finishedAt }: TaskRow,
  media: Pick<MediaStore, 'linkTo'>,
): TaskDetailView['file'] {
  const name = result == null ? undefined : parseMediaName(`${result.id}.${result.extension}`);
  if (result == null || name === undefined) return null;
  const url = media.linkTo(name, finishedAt ?? undefined);
  // The link contains its expiry, which is when the file is deleted.
  const expiresAt = new Date(Number(new URL(url).searchParams.get('expires')) * 1000);
  if (expiresAt.getTime() <= Date.now()) return null;
  return {
    url,
    expires_at: expiresAt.toISOString(),
    size_bytes: result.sizeBytes,
    duration_seconds: result.durationSeconds ?? null,
    width: result.width ?? null,
    height: result.height ?? null,
  };
}
