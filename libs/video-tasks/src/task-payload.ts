import { type JsonObject } from '#canonical';
import { type VideoTask } from './task.js';

/** What is told of a task: what it is and how it went. The video itself is asked for by its owner. */
export function taskPayload({ id, status, model, error, finishedAt, updatedAt }: VideoTask): JsonObject {
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
