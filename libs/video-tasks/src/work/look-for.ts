import { type ListedVideo } from '#providers';
import { type VideoTask } from '../task.js';
import { getSource } from './choose-target.js';
import { type TaskAccount } from './get-account.js';
import { readList } from './read-list.js';
import { type WorkDependencies } from './work-dependencies.js';

const CLOCK_SKEW_MS = 60_000;

/** What an upstream's list says about a submission. */
export type Found =
  | { kind: 'video'; video: ListedVideo }
  /** Everything of that time is listed, and nothing that could be it. */
  | { kind: 'absent' }
  | { kind: 'unclear' };

/** Looks for the video of a submission whose answer was lost. */
export async function lookFor(
  task: VideoTask,
  reached: TaskAccount,
  dependencies: WorkDependencies,
): Promise<Found> {
  const submittedMs = (task.submittedAt ?? task.createdAt).getTime();
  const sinceSeconds = (submittedMs - CLOCK_SKEW_MS) / 1000;
  const maxMs = Math.max(dependencies.settings.submitLeaseMs, reached.account.timeouts.wholeMs);
  const untilSeconds = (submittedMs + maxMs + CLOCK_SKEW_MS) / 1000;
  const isOfThatTime = ({ createdAtSeconds: at }: ListedVideo): boolean =>
    at >= sinceSeconds && at <= untilSeconds;
  const mayGoOn = () => renewLease(task, dependencies);
  let [isAbsent, isWhole] = [true, false];
  for await (const page of readList(reached, task, { sinceSeconds, mayGoOn })) {
    ({ isWhole } = page);
    const alike = page.videos.filter((video) => isOfThatTime(video) && mayBe(video, task));
    const free = await unclaimed(task, alike, dependencies);
    const video = free.find((one) => isAsAsked(one, task));
    if (video !== undefined) {
      const hasDuplicate = await dependencies.evidence.hasLostDuplicate(task, new Date(sinceSeconds * 1000));
      return hasDuplicate ? { kind: 'unclear' } : { kind: 'video', video };
    }
    isAbsent &&= free.length === 0;
  }
  return { kind: isAbsent && isWhole ? 'absent' : 'unclear' };
}

/** A long list takes longer than a step may: the lease is renewed for each page. */
function renewLease(task: VideoTask, { transitions, settings }: WorkDependencies): Promise<boolean> {
  return transitions.touch(task, { at: { lease_until: settings.stepLeaseMs } });
}

/** What a list can tell orders apart by: while the fate of one is unknown, no other that looks like it is sent. */
export function fingerprintPrompt(prompt: string): string {
  return prompt.trim().replaceAll(/\s+/g, ' ');
}

async function unclaimed(
  { account = '' }: VideoTask,
  videos: readonly ListedVideo[],
  { evidence }: WorkDependencies,
): Promise<ListedVideo[]> {
  if (videos.length === 0) return [];
  const taken = await evidence.takenIds(
    account,
    videos.map(({ upstreamId }) => upstreamId),
  );
  return videos.filter(({ upstreamId }) => !taken.has(upstreamId));
}

function mayBe({ prompt, idempotencyKey }: ListedVideo, { id, account = '', request }: VideoTask): boolean {
  if (idempotencyKey !== undefined) return idempotencyKey === getSubmissionKey(id, account);
  return prompt === undefined || fingerprintPrompt(prompt) === fingerprintPrompt(request.prompt);
}

/** The same for every try of one task at one account. */
export function getSubmissionKey(taskId: string, account: string): string {
  return `${taskId}-${account}`;
}

/** Nothing that the list says of it is other than what was submitted, and it says what it is about. */
function isAsAsked(video: ListedVideo, task: VideoTask): boolean {
  if (video.idempotencyKey !== undefined) return true;
  if (video.prompt === undefined || !agrees(video.model, task.upstreamModel)) return false;
  const source = getSource(task);
  // Another version is as long and as large as the first, whatever that was.
  if (source !== undefined) return video.remixOf === source.upstreamId;
  const { durationSeconds, width, height } = task.request;
  const size = width === undefined || height === undefined ? undefined : `${width}x${height}`;
  return (
    video.remixOf === undefined && agrees(video.durationSeconds, durationSeconds) && agrees(video.size, size)
  );
}

function agrees(said: unknown, asked: unknown): boolean {
  return said === undefined || asked === undefined || said === asked;
}
