import { type JsonObject } from '#canonical';
import { type VideoLink, type ShownTask, asAccepted, getSeconds } from './shown-task.js';

/** What OpenAI's clients call the ways in which a video can fail. */
const ERROR_CODES: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  402: 'insufficient_quota',
  403: 'content_policy_violation',
  404: 'upstream_task_not_found',
  409: 'outcome_unknown',
  429: 'rate_limit_exceeded',
  499: 'cancelled',
  502: 'upstream_error',
  503: 'no_available_channel',
  504: 'deadline_exceeded',
};

/** A task as `/v1/videos/{id}` answers it. */
export function encodeVideo(task: ShownTask, link: VideoLink | undefined): JsonObject {
  const { id, model, status, progress, request, result, finishedAt } = task;
  const isCompleted = status === 'completed';
  const { durationSeconds, width, height } = result ?? request;
  return {
    id,
    object: 'video',
    // By this other name a gateway like us knows that it is talking to one.
    task_id: id,
    model,
    status,
    progress,
    created_at: getSeconds(task.createdAt),
    completed_at: isCompleted && finishedAt !== undefined ? getSeconds(finishedAt) : null,
    expires_at: link?.expiresAtSeconds ?? null,
    prompt: request.prompt,
    seconds: durationSeconds?.toString() ?? null,
    size: width === undefined || height === undefined ? null : `${width}x${height}`,
    remixed_from_video_id: null,
    error: toError(task),
    ...(link === undefined ? {} : { metadata: { url: link.url } }),
  };
}

/** The answer to whoever has asked for a video. */
export function encodeCreatedVideo(task: ShownTask): JsonObject {
  return encodeVideo(asAccepted(task), undefined);
}

export function encodeDeletedVideo(id: string): JsonObject {
  return { id, object: 'video.deleted', deleted: true };
}

function toError({ error }: ShownTask): JsonObject | null {
  if (error === undefined) return null;
  return { code: ERROR_CODES[error.code] ?? 'internal_error', message: error.message };
}
