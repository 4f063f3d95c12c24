import { type JsonObject, type VideoFacts, type VideoRequest } from '#canonical';

/** OpenAI's error codes by the error codes of tasks. */
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

/** The data of a task that clients can see. */
export interface VideoTaskView {
  id: string;
  model: string;
  status: 'queued' | 'in_progress' | 'completed' | 'failed';
  progress: number;
  request: VideoFacts & Pick<VideoRequest, 'prompt'> & { remixOf?: string };
  /** The finished video. */
  result?: VideoFacts & { extension: string };
  /** The error of a failed task. */
  error?: { code: number; message: string };
  createdAt: Date;
  updatedAt: Date;
  finishedAt?: Date;
}

/** The URL of the video while it is stored. */
export interface VideoLink {
  url: string;
  expiresAtSeconds: number;
}

/** A task in the format of `/v1/video/generations/{task_id}`. */
export function encodeTask(task: VideoTaskView, link: VideoLink | undefined): JsonObject {
  return {
    task_id: task.id,
    status: task.status,
    ...buildVideo(task, link),
    ...toMetadata(task),
    ...(task.error === undefined ? {} : { error: { code: task.error.code, message: task.error.message } }),
    model: task.model,
    created_at: getSeconds(task.createdAt),
    updated_at: getSeconds(task.updatedAt),
    progress: task.progress,
  };
}

/** The response to a new task, with both names of its id that clients use. */
export function encodeCreatedTask(task: VideoTaskView): JsonObject {
  const { id, model, status, progress, createdAt } = toAcceptedTask(task);
  return { id, task_id: id, object: 'video', model, status, progress, created_at: getSeconds(createdAt) };
}

function buildVideo({ result }: VideoTaskView, link: VideoLink | undefined): JsonObject {
  if (result === undefined || link === undefined) return {};
  return { url: link.url, format: result.extension };
}

/** The properties of the video, or the requested ones before it is finished. */
function toMetadata({ status, result, request }: VideoTaskView): JsonObject {
  if (status === 'failed') return {};
  const metadata = encodeFacts(result ?? request);
  return result === undefined && Object.keys(metadata).length === 0 ? {} : { metadata };
}

/** Unknown properties are left out instead of being 0. */
function encodeFacts({ durationSeconds, framesPerSecond, width, height, seed }: VideoFacts): JsonObject {
  const facts = { duration: durationSeconds, fps: framesPerSecond, width, height, seed };
  return Object.fromEntries(
    Object.entries(facts).filter((fact): fact is [string, number] => fact[1] !== undefined),
  );
}

/** A task in the format of `/v1/videos/{id}`. */
export function encodeVideo(task: VideoTaskView, link: VideoLink | undefined): JsonObject {
  const { id, model, status, progress, request, result, finishedAt } = task;
  const isCompleted = status === 'completed';
  const { durationSeconds, width, height } = result ?? request;
  return {
    id,
    object: 'video',
    // Another gateway of this kind recognizes the response by this member.
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
    remixed_from_video_id: request.remixOf ?? null,
    error: toError(task),
    ...(link === undefined ? {} : { metadata: { url: link.url } }),
  };
}

/** The response to a new video. */
export function encodeCreatedVideo(task: VideoTaskView): JsonObject {
  return encodeVideo(toAcceptedTask(task), undefined);
}

export function encodeDeletedVideo(id: string): JsonObject {
  return { id, object: 'video.deleted', deleted: true };
}

function toError({ error }: VideoTaskView): JsonObject | null {
  if (error === undefined) return null;
  return { code: ERROR_CODES[error.code] ?? 'internal_error', message: error.message };
}

/** Encodes a page of a list. `tasks` has one more than the limit if there are further ones. */
export function encodeTaskPage<Task extends { id: string }>(
  tasks: readonly Task[],
  limit: number,
  encode: (task: Task) => JsonObject,
): JsonObject {
  const page = tasks.slice(0, limit);
  return {
    object: 'list',
    data: page.map(encode),
    first_id: page[0]?.id ?? null,
    last_id: page.at(-1)?.id ?? null,
    has_more: tasks.length > limit,
  };
}

function getSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}

/** The task as it was created, so that a request with the same idempotency key gets the same response. */
function toAcceptedTask({ id, model, request, createdAt }: VideoTaskView): VideoTaskView {
  return { id, model, status: 'queued', progress: 0, request, createdAt, updatedAt: createdAt };
}
