import { type ListedVideo } from '#providers';
import { type VideoTask } from '../task.js';
import { type TaskAccount } from './account-of.js';
import { type WorkParts } from './work-parts.js';

const CALL_MS = 15_000;
const CLOCK_SKEW_MS = 60_000;

/** What an upstream's list says about an order. */
export type Found =
  | { kind: 'film'; film: ListedVideo }
  /** Everything of that time is listed, and nothing that could be it. */
  | { kind: 'absent' }
  | { kind: 'unclear' };

/** Looks for the film of an order whose answer was lost. */
export async function lookFor(task: VideoTask, reached: TaskAccount, parts: WorkParts): Promise<Found> {
  const submittedMs = (task.submittedAt ?? task.createdAt).getTime();
  const sinceSeconds = (submittedMs - CLOCK_SKEW_MS) / 1000;
  const mostMs = Math.max(parts.settings.submitLeaseMs, reached.account.timeouts.wholeMs);
  const untilSeconds = (submittedMs + mostMs + CLOCK_SKEW_MS) / 1000;
  const list = await listOf(reached, sinceSeconds);
  if (list === undefined) return { kind: 'unclear' };
  const isOfThatTime = ({ createdAtSeconds: at }: ListedVideo): boolean =>
    at >= sinceSeconds && at <= untilSeconds;
  const alike = list.films.filter((film) => isOfThatTime(film) && mayBe(film, task));
  const free = await unclaimed(task, alike, parts);
  if (free.length === 0) return { kind: list.isWhole ? 'absent' : 'unclear' };
  const film = free.find((one) => isAsAsked(one, task));
  const isSurelyOurs = !(await parts.evidence.hasLostDuplicate(task, new Date(sinceSeconds * 1000)));
  return film !== undefined && isSurelyOurs ? { kind: 'film', film } : { kind: 'unclear' };
}

/** What a list can tell orders apart by: while the fate of one is unknown, no other that looks like it is sent. */
export function fingerprintPrompt(prompt: string): string {
  return prompt.trim().replaceAll(/\s+/g, ' ');
}

interface FilmList {
  films: ListedVideo[];
  /** Whether it has everything of that time: only then is what is not in it nowhere. */
  isWhole: boolean;
}

/** Undefined where the upstream did not say. */
async function listOf(
  { capability, place, upstream }: TaskAccount,
  sinceSeconds: number,
): Promise<FilmList | undefined> {
  const call = capability.list?.(place);
  if (call === undefined) return undefined;
  const outcome = await upstream.call(call, AbortSignal.timeout(CALL_MS));
  if (outcome.kind !== 'answer' || outcome.status !== 200 || outcome.json === undefined) return undefined;
  const films = capability.readList?.(outcome.json);
  if (films === undefined) return undefined;
  return { films, isWhole: capability.reachesBackTo?.(outcome.json, sinceSeconds) ?? false };
}

async function unclaimed(
  { account = '' }: VideoTask,
  films: readonly ListedVideo[],
  { evidence }: WorkParts,
): Promise<ListedVideo[]> {
  const taken = await evidence.takenIds(
    account,
    films.map(({ upstreamId }) => upstreamId),
  );
  return films.filter(({ upstreamId }) => !taken.has(upstreamId));
}

function mayBe({ prompt }: ListedVideo, { request }: VideoTask): boolean {
  return prompt === undefined || fingerprintPrompt(prompt) === fingerprintPrompt(request.prompt);
}

/** Nothing that the list says of it is other than what was ordered, and it says what it is about. */
function isAsAsked(film: ListedVideo, { request, upstreamModel }: VideoTask): boolean {
  const { durationSeconds, width, height } = request;
  const size = width === undefined || height === undefined ? undefined : `${width}x${height}`;
  return (
    film.prompt !== undefined &&
    agrees(film.durationSeconds, durationSeconds) &&
    agrees(film.size, size) &&
    agrees(film.model, upstreamModel)
  );
}

function agrees(said: unknown, asked: unknown): boolean {
  return said === undefined || asked === undefined || said === asked;
}
