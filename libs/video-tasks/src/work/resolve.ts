import { type ListedVideo } from '#providers';
import { type TaskFailure, type VideoTask } from '../task.js';
import { type TaskAccount, accountOf } from './account-of.js';
import { adopt, adoptKnown } from './adopt.js';
import { type WorkParts } from './work-parts.js';

const CALL_MS = 15_000;
const CLOCK_SKEW_MS = 60_000;

const UNKNOWN: TaskFailure = {
  code: 409,
  message: 'It is not known whether the order arrived; it was not sent again, to avoid a second charge.',
};

/** The worker that sent the order is gone. If it left word, the task goes on; if not, nobody knows. */
export async function recover(task: VideoTask, parts: WorkParts): Promise<void> {
  if (await adoptEvidence(task, parts)) return;
  await parts.transitions.apply(task, {
    from: 'submitting',
    set: { phase: 'submit-unknown', misses: 0 },
    at: { resolve_until: parts.settings.settleMs, next_run_at: 0, lease_until: null },
    event: { kind: 'submit-unknown', detail: { reason: 'the worker is gone' } },
  });
}

/** Finds out whether an order arrived, as far as its upstream lets us. */
export async function resolve(task: VideoTask, parts: WorkParts): Promise<void> {
  if (await adoptEvidence(task, parts)) return;
  const reached = accountOf(task, parts);
  switch (reached.capability.proof) {
    case 'key':
      // One film comes of two orders under one key, so another order does no harm.
      return sendAgain(task, 'the upstream honours keys', parts);
    case 'list':
      return lookUp(task, reached, parts);
    case 'none':
      return giveUp(task, parts);
  }
}

async function adoptEvidence(task: VideoTask, parts: WorkParts): Promise<boolean> {
  const evidence = await parts.evidence.find(task.id);
  if (evidence === undefined || evidence.attempt !== task.submitAttempt) return false;
  return adoptKnown(evidence, parts);
}

async function lookUp(task: VideoTask, reached: TaskAccount, parts: WorkParts): Promise<void> {
  const { transitions, settings } = parts;
  const sinceSeconds = ((task.submittedAt?.getTime() ?? 0) - CLOCK_SKEW_MS) / 1000;
  const list = await listOf(reached, sinceSeconds);
  const match = list === undefined ? undefined : await matchOf(task, list.films, sinceSeconds, parts);
  if (match !== undefined) return adopt(task, match, parts);
  const isProof = list?.isWhole === true;
  const misses = task.misses + (isProof ? 1 : 0);
  const overdueMs = task.readAt.getTime() - (task.resolveUntil?.getTime() ?? 0);
  if (overdueMs >= 0 && isProof && misses >= settings.lookups) {
    return sendAgain(task, `not in ${misses} lists`, parts);
  }
  if (overdueMs >= settings.settleMs && !isProof) return giveUp(task, parts);
  await transitions.touch(task, {
    set: { misses },
    at: { next_run_at: settings.settleMs / settings.lookups, lease_until: null },
  });
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

/** A film of that time, with those wishes, that belongs to nobody. Equal orders of one owner are as good as each other. */
async function matchOf(
  task: VideoTask,
  listed: readonly ListedVideo[],
  sinceSeconds: number,
  { evidence }: WorkParts,
): Promise<ListedVideo | undefined> {
  const candidates = listed.filter((film) => film.createdAtSeconds >= sinceSeconds && isAsAsked(film, task));
  const ids = candidates.map(({ upstreamId }) => upstreamId);
  const taken = await evidence.takenIds(task.account ?? '', ids);
  return candidates.find(({ upstreamId }) => !taken.has(upstreamId));
}

function agrees(said: unknown, asked: unknown): boolean {
  return said === undefined || asked === undefined || said === asked;
}

/** Nothing that the list says of it is other than what was ordered. */
function isAsAsked(film: ListedVideo, { request, upstreamModel }: VideoTask): boolean {
  const { prompt, durationSeconds, width, height } = request;
  const size = width === undefined || height === undefined ? undefined : `${width}x${height}`;
  return (
    agrees(film.prompt, prompt) &&
    agrees(film.durationSeconds, durationSeconds) &&
    agrees(film.size, size) &&
    agrees(film.model, upstreamModel)
  );
}

async function sendAgain(task: VideoTask, proof: string, { transitions }: WorkParts): Promise<void> {
  await transitions.apply(task, {
    from: 'submit-unknown',
    set: { phase: 'accepted', misses: 0 },
    at: { next_run_at: 0, lease_until: null, resolve_until: null },
    event: { kind: 'proven-not-created', detail: { proof } },
  });
}

async function giveUp(task: VideoTask, { outcomes }: WorkParts): Promise<void> {
  await outcomes.fail(task, UNKNOWN, {
    from: 'submit-unknown',
    orphan: { reason: 'nobody knows whether the order arrived' },
  });
}
