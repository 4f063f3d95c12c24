import { type JsonObject } from '#canonical';
import { isPathId } from '../base-url.js';
import { textIn } from '../video-fields.js';
import { type StartedVideo } from '../video.js';

/** Gateways that keep films as tasks, another Modelgate among them, give them two names. */
const TASK_MEMO = { isTask: true };

export function readStarted(body: JsonObject): StartedVideo | undefined {
  const taskId = textIn(body, 'task_id');
  const upstreamId = textIn(body, 'id') ?? taskId;
  if (upstreamId === undefined || !isPathId(upstreamId)) return undefined;
  return taskId === upstreamId ? { upstreamId, memo: TASK_MEMO } : { upstreamId };
}

export function isTask({ memo }: StartedVideo): boolean {
  return memo?.['isTask'] === true;
}
