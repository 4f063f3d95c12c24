import { type ListedVideo, type VideoCall } from '#providers';
import { type VideoTask } from '../task.js';
import { type TaskAccount } from './task-accounts.js';

const PAGE_MS = 15_000;
/** The timeout for all pages of a search. */
const LIST_MS = 60_000;
/** The maximum number of videos that are read in a search. */
const MAX_VIDEOS = 5_000;

export interface ListPage {
  videos: ListedVideo[];
  /**
   * Whether this page and those before it contain all videos since the start time, so that a missing video does not
   * exist.
   */
  isWhole: boolean;
}

export interface ListOptions {
  /** The start time: how far back the list is read. */
  sinceSeconds: number;
  /** Called before each further page. Reading ends if it returns false. */
  canContinue: () => Promise<boolean>;
}

/**
 * The pages of an upstream's list, from the newest video back to the start time. It ends early, without a page with
 * `isWhole`, if the upstream fails, repeats a page or lists too many videos.
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
  { sinceSeconds, canContinue }: ListOptions,
): AsyncGenerator<ListPage> {
  const seen = new Set<string>();
  let oldest = Number.POSITIVE_INFINITY;
  let isNewestFirst = capability.listsNewestFirst === true;
  const timeout = AbortSignal.timeout(LIST_MS);
  let call: VideoCall | undefined = capability.list?.(place, request);
  while (call !== undefined && seen.size < MAX_VIDEOS) {
    if (seen.size > 0 && !(await canContinue())) return;
    const outcome = await upstream.call(call, AbortSignal.any([timeout, AbortSignal.timeout(PAGE_MS)]));
    if (outcome.kind !== 'answer' || outcome.status !== 200 || outcome.json === undefined) return;
    const page = capability.readList?.(outcome.json, call);
    if (page === undefined) return;
    // Pages overlap if videos were created between the requests.
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
