import { type ListedVideo, type VideoCall } from '#providers';
import { type VideoTask } from '../task.js';
import { type TaskAccount } from './get-account.js';

const PAGE_MS = 15_000;
/** The time for all pages of one lookup. */
const LIST_MS = 60_000;
/** More videos than that are not read in one lookup. */
const MAX_VIDEOS = 5_000;

export interface ListedSince {
  videos: ListedVideo[];
  /** Whether this page and those before it have every video since the moment. Only then is a missing one nowhere. */
  isWhole: boolean;
}

export interface ListOptions {
  /** How far back the list is read. */
  sinceSeconds: number;
  /** Called before each further page; reading ends where it gives false. */
  mayGoOn: () => Promise<boolean>;
}

/**
 * The pages of an upstream's list, from the newest video back to a moment. It ends early, without a page that is whole,
 * where the upstream fails, repeats a page or lists too many videos.
 */
export async function* readList(
  {
    capability,
    place,
    upstream,
  }: Pick<TaskAccount, 'capability' | 'place'> & {
    upstream: Pick<TaskAccount['upstream'], 'call'>;
  },
  { request }: Pick<VideoTask, 'request'>,
  { sinceSeconds, mayGoOn }: ListOptions,
): AsyncGenerator<ListedSince> {
  const seen = new Set<string>();
  let oldest = Number.POSITIVE_INFINITY;
  let isNewestFirst = capability.listsNewestFirst === true;
  const tooLate = AbortSignal.timeout(LIST_MS);
  let call: VideoCall | undefined = capability.list?.(place, request);
  while (call !== undefined && seen.size < MAX_VIDEOS) {
    if (seen.size > 0 && !(await mayGoOn())) return;
    const outcome = await upstream.call(call, AbortSignal.any([tooLate, AbortSignal.timeout(PAGE_MS)]));
    if (outcome.kind !== 'answer' || outcome.status !== 200 || outcome.json === undefined) return;
    const page = capability.readList?.(outcome.json, call);
    if (page === undefined) return;
    // Pages overlap where videos were submitted in between.
    const videos = page.videos.filter(({ upstreamId }) => !seen.has(upstreamId));
    for (const { upstreamId, createdAtSeconds } of videos) {
      isNewestFirst &&= createdAtSeconds <= oldest;
      oldest = Math.min(oldest, createdAtSeconds);
      seen.add(upstreamId);
    }
    const isWhole = page.next === undefined || (isNewestFirst && oldest < sinceSeconds);
    yield { videos, isWhole };
    if (isWhole || videos.length === 0) return;
    call = page.next;
  }
}
