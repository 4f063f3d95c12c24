import { unixSeconds } from '../openai/identifiers.js';
import type { ReceivedRequest } from '../received-request.js';
import { checkOptionalOneOf, invalid } from '../value-checks.js';
import type { Video, VideoState } from './video.js';
import type { VideoHandler } from './video-handler.js';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;
const DAY_SECONDS = 86_400;

export function videoObject(
  video: Video,
  { status, progress, error }: VideoState,
  handler: VideoHandler,
): object {
  const { id, model, prompt, createdAtMs, body } = video;
  const isFinished = status === 'completed' || status === 'failed';
  return {
    id,
    ...(handler.settings.isTaskGateway && { task_id: id }),
    object: 'video',
    model,
    status,
    progress,
    created_at: Math.floor(createdAtMs / 1000),
    completed_at: isFinished ? unixSeconds() : null,
    expires_at: status === 'completed' ? unixSeconds() + DAY_SECONDS : null,
    prompt,
    seconds: body.seconds ?? '4',
    size: body.size ?? '720x1280',
    remixed_from_video_id: video.remixOf ?? null,
    error: error ?? null,
  };
}

export function checkListQuery({ query }: ReceivedRequest): void {
  const limit = Number(query.get('limit') ?? DEFAULT_LIMIT);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
    throw invalid(['limit'], `expected a whole number from 1 to ${MAX_LIMIT}.`);
  }
  checkOptionalOneOf(query.get('order'), ['order'], ['asc', 'desc']);
}

export function videoList({ query }: ReceivedRequest, apiKey: string, handler: VideoHandler): object {
  const videos = handler.listed(apiKey);
  const ordered = query.get('order') === 'asc' ? videos : videos.toReversed();
  const start = ordered.findIndex(({ id }) => id === query.get('after')) + 1;
  const limit = Number(query.get('limit') ?? DEFAULT_LIMIT);
  const end = start + Math.min(limit, handler.settings.maxPageItems);
  const data = ordered.slice(start, end).map((video) => videoObject(video, handler.getState(video), handler));
  return {
    object: 'list',
    data,
    first_id: ordered[start]?.id ?? null,
    last_id: ordered[Math.min(end, ordered.length) - 1]?.id ?? null,
    has_more: end < ordered.length,
  };
}
