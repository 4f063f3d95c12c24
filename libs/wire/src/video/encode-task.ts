import { type JsonObject, type VideoFacts } from '#canonical';
import { type VideoLink, type ShownTask, asAccepted, getSeconds } from './shown-task.js';

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
