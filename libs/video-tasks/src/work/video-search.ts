import { type ListedVideo } from '#providers';
import { Injectable } from '@nestjs/common';
import { EvidenceRepository } from '../evidence.repository.js';
import { OutcomeRepository } from '../outcomes.repository.js';
import { type VideoTask } from '../task.js';
import { readList } from './read-list.js';
import { type TaskAccount } from './task-accounts.js';
import { getSourceVideo } from './task-targets.js';
import { WorkOptions } from './work-options.js';

const CLOCK_SKEW_MS = 60_000;

/** The result of a search in an upstream's list. */
export type SearchResult =
  | { kind: 'video'; video: ListedVideo }
  /** All videos of that time are listed, and none can be that of the submission. */
  | { kind: 'absent' }
  | { kind: 'unclear' };

/** Searches for the video of a submission whose response was lost. */
@Injectable()
export class VideoSearch {
  constructor(
    private readonly evidence: EvidenceRepository,
    private readonly transitions: OutcomeRepository,
    private readonly options: WorkOptions,
  ) {}

  async search(task: VideoTask, reached: TaskAccount): Promise<SearchResult> {
    const submittedMs = (task.submittedAt ?? task.createdAt).getTime();
    const sinceSeconds = (submittedMs - CLOCK_SKEW_MS) / 1000;
    const maxMs = Math.max(this.options.settings.submitLeaseMs, reached.account.timeouts.wholeMs);
    const untilSeconds = (submittedMs + maxMs + CLOCK_SKEW_MS) / 1000;
    const isOfThatTime = ({ createdAtSeconds: at }: ListedVideo): boolean =>
      at >= sinceSeconds && at <= untilSeconds;
    const canContinue = () => this.renewLease(task);
    let [isAbsent, isWhole] = [true, false];
    for await (const page of readList(reached, task, { sinceSeconds, canContinue })) {
      ({ isWhole } = page);
      const candidates = page.videos.filter((video) => isOfThatTime(video) && canMatch(video, task));
      const unclaimed = await this.filterUnclaimed(task, candidates);
      const video = unclaimed.find((candidate) => isExactMatch(candidate, task));
      if (video !== undefined) {
        const hasDuplicate = await this.evidence.hasLostDuplicate(task, new Date(sinceSeconds * 1000));
        return hasDuplicate ? { kind: 'unclear' } : { kind: 'video', video };
      }
      isAbsent &&= unclaimed.length === 0;
    }
    return { kind: isAbsent && isWhole ? 'absent' : 'unclear' };
  }

  /** The lease is renewed for each page, because a long list can take longer than the lease of a step. */
  private renewLease(task: VideoTask): Promise<boolean> {
    return this.transitions.touch(task, { at: { lease_until: this.options.settings.stepLeaseMs } });
  }

  private async filterUnclaimed(
    { account = '' }: VideoTask,
    videos: readonly ListedVideo[],
  ): Promise<ListedVideo[]> {
    if (videos.length === 0) return [];
    const taken = await this.evidence.loadTakenIds(
      account,
      videos.map(({ upstreamId }) => upstreamId),
    );
    return videos.filter(({ upstreamId }) => !taken.has(upstreamId));
  }
}

/**
 * Identifies a submission in a list. While the outcome of a submission is unknown, no other one with the same
 * fingerprint is sent to the account.
 */
export function fingerprintPrompt(prompt: string): string {
  return prompt.trim().replaceAll(/\s+/g, ' ');
}

function canMatch(
  { prompt, idempotencyKey }: ListedVideo,
  { id, account = '', request }: VideoTask,
): boolean {
  if (idempotencyKey !== undefined) return idempotencyKey === getSubmissionKey(id, account);
  return prompt === undefined || fingerprintPrompt(prompt) === fingerprintPrompt(request.prompt);
}

/** The same key for all submissions of a task to one account. */
export function getSubmissionKey(taskId: string, account: string): string {
  return `${taskId}-${account}`;
}

/** Whether the listed video has the prompt of the submission, and no other listed fact contradicts it. */
function isExactMatch(video: ListedVideo, task: VideoTask): boolean {
  if (video.idempotencyKey !== undefined) return true;
  if (video.prompt === undefined || !isConsistent(video.model, task.upstreamModel)) return false;
  const source = getSourceVideo(task);
  // A remix has the duration and the size of its source, which are unknown here.
  if (source !== undefined) return video.remixOf === source.upstreamId;
  const { durationSeconds, width, height } = task.request;
  const size = width === undefined || height === undefined ? undefined : `${width}x${height}`;
  return (
    video.remixOf === undefined &&
    isConsistent(video.durationSeconds, durationSeconds) &&
    isConsistent(video.size, size)
  );
}

function isConsistent(listed: unknown, requested: unknown): boolean {
  return listed === undefined || requested === undefined || listed === requested;
}
