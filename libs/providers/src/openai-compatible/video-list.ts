import { type JsonObject } from '#canonical';
import { isPathId } from '../base-url.js';
import { numberIn, objectsIn, textIn } from '../video-fields.js';
import { type ListedVideo, type StartedVideo, type VideoCall, type VideoListPage } from '../video.js';
import { withQuery } from '../video-pages.js';

export const PAGE_ITEMS = 100;
/** If a server does not send `has_more`, a page shorter than any server's limit is the last one. */
const MIN_FULL_PAGE = 10;

/** Gateways that store videos as tasks, such as Modelgate, send the id twice. */
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

/** Undefined if any entry cannot be read, because it might be the video in question. */
export function readList(body: JsonObject, { url }: VideoCall): VideoListPage | undefined {
  const { data } = body;
  if (!Array.isArray(data)) return undefined;
  const videos = objectsIn(body, 'data')
    .map(readEntry)
    .filter((video) => video !== undefined);
  if (videos.length !== data.length) return undefined;
  const { has_more: hasMore = videos.length >= MIN_FULL_PAGE } = body;
  if (hasMore === false) return { videos };
  const after = textIn(body, 'last_id') ?? videos.at(-1)?.upstreamId;
  return after === undefined ? undefined : { videos, next: withQuery(url, { after }) };
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
