import { type JsonObject } from '#canonical';
import { type VideoTask } from './task.js';

/** The payload of a webhook about a task. The client downloads the video itself with a separate request. */
export function buildTaskPayload({ id, status, model, error, finishedAt, updatedAt }: VideoTask): JsonObject {
  return {
    type: `video.${status}`,
    timestamp: (finishedAt ?? updatedAt).toISOString(),
    data: {
      id,
      task_id: id,
      status,
      model,
      ...(error === undefined ? {} : { error: { code: error.code, message: error.message } }),
    },
  };
}
