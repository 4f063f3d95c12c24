import { type JsonObject } from '#canonical';
import { isPathId } from '../base-url.js';
import { numberIn, objectsIn, reachesBehind, textIn } from '../video-fields.js';
import { type ListedVideo, type StartedVideo } from '../video.js';

export const PAGE_ITEMS = 100;
/** A page that is shorter than any server cuts them is the last one. */
const MIN_FULL_PAGE = 10;

/** Gateways that keep videos as tasks, another Modelgate among them, give them two names. */
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

/** All or nothing: an entry that cannot be read might be the one that is looked for. */
export function readList(body: JsonObject): ListedVideo[] | undefined {
  const { data } = body;
  if (!Array.isArray(data)) return undefined;
  const videos = objectsIn(body, 'data')
    .map(readEntry)
    .filter((video) => video !== undefined);
  return videos.length === data.length ? videos : undefined;
}

/** Whether it has every video since then: it is the last page, or reaches behind that moment. */
export function reachesBackTo(body: JsonObject, seconds: number): boolean {
  const times = readList(body)?.map(({ createdAtSeconds }) => createdAtSeconds);
  if (times === undefined) return false;
  const { has_more: hasMore = times.length >= MIN_FULL_PAGE } = body;
  return hasMore === false || reachesBehind(times, seconds);
}

function readEntry(entry: JsonObject): ListedVideo | undefined {
  const started = readStarted(entry);
  const createdAtSeconds = numberIn(entry, 'created_at');
  if (started === undefined || createdAtSeconds === undefined) return undefined;
  return {
    ...started,
    createdAtSeconds,
    model: textIn(entry, 'model'),
    prompt: textIn(entry, 'prompt'),
    durationSeconds: numberIn(entry, 'seconds'),
    size: textIn(entry, 'size'),
    remixOf: textIn(entry, 'remixed_from_video_id'),
  };
}
