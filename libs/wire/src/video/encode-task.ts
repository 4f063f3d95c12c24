import { type JsonObject, type VideoFacts, type VideoRequest } from '#canonical';

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

/** What clients are told of a task. */
export interface ShownTask {
  id: string;
  model: string;
  status: 'queued' | 'in_progress' | 'completed' | 'failed';
  progress: number;
  request: VideoFacts & Pick<VideoRequest, 'prompt'> & { remixOf?: string };
  /** The video, when there is one. */
  result?: VideoFacts & { extension: string };
  /** Why there is none. */
  error?: { code: number; message: string };
  createdAt: Date;
  updatedAt: Date;
  finishedAt?: Date;
}

/** Where the video is, while it is kept. */
export interface VideoLink {
  url: string;
  expiresAtSeconds: number;
}

/** A task as `/v1/video/generations/{task_id}` answers it. */
export function encodeTask(task: ShownTask, link: VideoLink | undefined): JsonObject {
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

/** The answer to whoever has asked for a video: under both names that clients look for. */
export function encodeCreatedTask(task: ShownTask): JsonObject {
  const { id, model, status, progress, createdAt } = asAccepted(task);
  return { id, task_id: id, object: 'video', model, status, progress, created_at: getSeconds(createdAt) };
}

function buildVideo({ result }: ShownTask, link: VideoLink | undefined): JsonObject {
  if (result === undefined || link === undefined) return {};
  return { url: link.url, format: result.extension };
}

/** What the video is like; before there is one, what was asked for. */
function toMetadata({ status, result, request }: ShownTask): JsonObject {
  if (status === 'failed') return {};
  const metadata = encodeFacts(result ?? request);
  return result === undefined && Object.keys(metadata).length === 0 ? {} : { metadata };
}

/** What is not known is left out: a zero would be a lie. */
function encodeFacts({ durationSeconds, framesPerSecond, width, height, seed }: VideoFacts): JsonObject {
  const facts = { duration: durationSeconds, fps: framesPerSecond, width, height, seed };
  return Object.fromEntries(
    Object.entries(facts).filter((fact): fact is [string, number] => fact[1] !== undefined),
  );
}

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
    remixed_from_video_id: request.remixOf ?? null,
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

/** A page of a list. One more than the limit is found where there are further ones. */
export function encodeTaskPage<Task extends { id: string }>(
  found: readonly Task[],
  limit: number,
  encode: (task: Task) => JsonObject,
): JsonObject {
  const page = found.slice(0, limit);
  return {
    object: 'list',
    data: page.map(encode),
    first_id: page[0]?.id ?? null,
    last_id: page.at(-1)?.id ?? null,
    has_more: found.length > limit,
  };
}

function getSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}

/** A task as it was when it was taken on: whoever asks for it again under the same key gets the same answer. */
function asAccepted({ id, model, request, createdAt }: ShownTask): ShownTask {
  return { id, model, status: 'queued', progress: 0, request, createdAt, updatedAt: createdAt };
}
