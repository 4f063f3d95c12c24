import { type JsonObject } from '#canonical';
import { type FilmLink, type ShownTask, asAccepted, secondsOf } from './shown-task.js';

/** What OpenAI's clients call the ways in which a film can fail. */
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
export function encodeVideo(task: ShownTask, link: FilmLink | undefined): JsonObject {
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
    created_at: secondsOf(task.createdAt),
    completed_at: isCompleted && finishedAt !== undefined ? secondsOf(finishedAt) : null,
    expires_at: link?.expiresAtSeconds ?? null,
    prompt: request.prompt,
    seconds: durationSeconds?.toString() ?? null,
    size: width === undefined || height === undefined ? null : `${width}x${height}`,
    remixed_from_video_id: null,
    error: errorOf(task),
    ...(link === undefined ? {} : { metadata: { url: link.url } }),
  };
}

/** The answer to whoever has asked for a film. */
export function encodeCreatedVideo(task: ShownTask): JsonObject {
  return encodeVideo(asAccepted(task), undefined);
}

export function encodeDeletedVideo(id: string): JsonObject {
  return { id, object: 'video.deleted', deleted: true };
}

function errorOf({ error }: ShownTask): JsonObject | null {
  if (error === undefined) return null;
  return { code: ERROR_CODES[error.code] ?? 'internal_error', message: error.message };
}
