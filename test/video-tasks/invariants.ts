import { verifyLedger } from '#metering';
import { type StoredRequest, TaskSeals, type VideoTask } from '#video-tasks';
import { type HarnessDatabase } from './database-copies.js';
import { TEST_SECRET_BOX } from './test-secret-box.js';

/** A video that an upstream has really made. */
export interface MadeVideo {
  id: string;
  prompt: string;
  createdAtMs: number;
  /** Begins with the id of the task, if the upstream received one. */
  idempotencyKey?: string;
}

export interface Evidence {
  database: HarnessDatabase;
  /** Every video that was made, whether or not its id was returned. */
  made: readonly MadeVideo[];
  /** The longest time of a submission. */
  submitLeaseMs: number;
  /** The owners whose tasks are checked; by default all. */
  owners?: readonly string[];
}

const LEGAL: readonly string[] = [
  ' accepted',
  'accepted submitting',
  'accepted failed',
  'submitting accepted',
  'submitting submit-unknown',
  'submitting polling',
  'submitting failed',
  'submit-unknown polling',
  'submit-unknown accepted',
  'submit-unknown failed',
  'polling finalizing',
  'polling failed',
  'finalizing completed',
  'finalizing failed',
];

interface Row {
  id: string;
  status: string;
  prompt: string;
  upstream_id: string | null;
  error_code: number | null;
  error_message: string | null;
  result: { sizeBytes?: number; durationSeconds?: number } | null;
}

interface Event {
  task_id: string;
  at: Date;
  kind: string;
  from_phase: string | null;
  to_phase: string;
  status: string;
  version: number;
  lease_epoch: string;
}

/** Every broken invariant once all tasks have ended; empty if all hold. */
export async function findBrokenInvariants(evidence: Evidence): Promise<string[]> {
  const { faults } = await verifyLedger(evidence.database);
  return [
    ...faults.map(({ rule, subject, detail }) => `ledger: ${rule}: ${subject} (${detail})`),
    ...(await findBrokenTaskInvariants(evidence)),
  ];
}

/** The same without the ledger. */
export async function findBrokenTaskInvariants({
  database,
  made,
  submitLeaseMs,
  owners,
}: Evidence): Promise<string[]> {
  const rows = await database.query<(Omit<Row, 'prompt'> & StoredRequest)[]>(
    `SELECT id, status, request, sealed_request, upstream_id, error_code, error_message, result
     FROM video_tasks WHERE $1::text[] IS NULL OR owner = ANY($1)`,
    [owners ?? null],
  );
  const seals = new TaskSeals(TEST_SECRET_BOX);
  const tasks: Row[] = rows.map((row) => ({ ...row, prompt: seals.openRequest(row).prompt }));
  const ids = tasks.map(({ id }) => id);
  const events = await database.query<Event[]>(
    'SELECT * FROM video_task_events WHERE task_id = ANY($1) ORDER BY id',
    [ids],
  );
  const orphans = await database.query<Orphan[]>('SELECT task_id, upstream_id FROM orphan_watch');
  const buildEvents = (id: string): Event[] => events.filter(({ task_id: of }) => of === id);
  return [
    ...tasks.flatMap((task) => [...findEndFaults(task), ...findEventsFaults(buildEvents(task.id))]),
    ...tasks.flatMap((task) => findSubmissionsFaults(task, made, buildEvents(task.id), submitLeaseMs)),
    ...made.flatMap((video) => findVideoFaults(video, tasks, orphans)),
    ...(await findEvidenceFaults(database, ids)),
    ...(await findWebhooksFaults(database, ids)),
    ...(await findUsageFaults(database, ids)),
  ];
}

function findEndFaults({ id, status, error_code: code, error_message: message, result }: Row): string[] {
  if (status === 'completed') {
    return (result?.sizeBytes ?? 0) > 0 ? [] : [`${id} is completed and has no video`];
  }
  if (status === 'failed')
    return Number.isInteger(code) && message !== null ? [] : [`${id} failed for no reason`];
  return [`${id} has not ended: ${status}`];
}

function findEventsFaults(events: readonly Event[]): string[] {
  const faults = events.flatMap((event, index) => {
    const before = events[index - 1];
    const step = `${event.from_phase ?? ''} ${event.to_phase}`;
    return [
      ...(event.from_phase === event.to_phase || LEGAL.includes(step) ? [] : [`illegal: ${step}`]),
      ...((before?.to_phase ?? null) === event.from_phase ? [] : [`${step} follows ${before?.to_phase}`]),
      ...(event.version > (before?.version ?? 0)
        ? []
        : [`version ${event.version} after ${before?.version}`]),
      ...(BigInt(event.lease_epoch) >= BigInt(before?.lease_epoch ?? 0) ? [] : ['a lease epoch went back']),
    ];
  });
  const ends = events.filter(({ to_phase: to }) => to === 'completed' || to === 'failed');
  return [...faults, ...(ends.length === 1 ? [] : [`${ends.length} ends of ${events[0]?.task_id}`])];
}

/** At most one video for a task, and none that was submitted after the lease of the submission expired. */
function findSubmissionsFaults(
  task: Row,
  made: readonly MadeVideo[],
  events: readonly Event[],
  submitLeaseMs: number,
): string[] {
  const videos = made.filter((video) => isSubmittedBy(video, task));
  const submissions = events.filter(({ kind }) => kind === 'submitting').map(({ at }) => at.getTime());
  const late = videos.filter(
    ({ createdAtMs: at }) =>
      !submissions.some((submission) => at >= submission - 1 && at <= submission + submitLeaseMs),
  );
  return [
    ...(videos.length <= 1 ? [] : [`${videos.length} videos were made for ${task.id}`]),
    ...late.map((video) => `${video.id} was submitted without a lease`),
  ];
}

interface Orphan {
  task_id: string;
  upstream_id: string | null;
}

/** Every video belongs to a task, or is known to belong to none. */
function findVideoFaults(video: MadeVideo, tasks: readonly Row[], orphans: readonly Orphan[]): string[] {
  const owners = tasks.filter(({ upstream_id: id }) => id === video.id);
  const [owner] = owners;
  if (owners.length > 1) return [`${video.id} is the video of ${owners.length} tasks`];
  if (owner !== undefined) return isSubmittedBy(video, owner) ? [] : [`${video.id} was given to a stranger`];
  const orderer = tasks.find((task) => isSubmittedBy(video, task));
  const isWatched = orphans.some(
    ({ task_id: task, upstream_id: id }) =>
      id === video.id || (id === null && (task === orderer?.id || video.idempotencyKey?.startsWith(task))),
  );
  return isWatched ? [] : [`nobody knows of ${video.id}`];
}

function isSubmittedBy({ prompt, idempotencyKey }: MadeVideo, task: Pick<Row, 'id' | 'prompt'>): boolean {
  return idempotencyKey === undefined ? prompt === task.prompt : idempotencyKey.startsWith(task.id);
}

/** Every returned id is that of a task, or is watched by its name. */
async function findEvidenceFaults(database: HarnessDatabase, ids: readonly string[]): Promise<string[]> {
  const rows = await database.query<{ upstream_id: string }[]>(
    `SELECT e.upstream_id FROM submit_evidence e WHERE e.task_id = ANY($1)
       AND NOT EXISTS (SELECT FROM video_tasks t WHERE (t.account, t.upstream_id) = (e.account, e.upstream_id))
       AND NOT EXISTS (SELECT FROM orphan_watch o WHERE (o.account, o.upstream_id) = (e.account, e.upstream_id))`,
    [ids],
  );
  return rows.map(({ upstream_id: id }) => `${id} was seen and forgotten`);
}

async function findWebhooksFaults(database: HarnessDatabase, ids: readonly string[]): Promise<string[]> {
  const rows = await database.query<{ id: string; told: number }[]>(
    `SELECT t.id, count(w.id)::int AS told FROM video_tasks t
     LEFT JOIN webhook_deliveries w ON w.subject = t.id AND w.event = 'video.' || t.status
     WHERE t.webhook_url IS NOT NULL AND t.id = ANY($1) GROUP BY t.id HAVING count(w.id) <> 1`,
    [ids],
  );
  return rows.map(({ id, told }) => `the end of ${id} is told ${told} times`);
}

/** Every upstream request is in the usage, once and with its cost; nothing else is. */
async function findUsageFaults(database: HarnessDatabase, ids: readonly string[]): Promise<string[]> {
  const rows = await database.query<{ id: string; noted: number }[]>(
    `SELECT t.id, count(u.id)::int AS noted FROM video_tasks t LEFT JOIN usage_events u ON u.request_id = t.id
     WHERE t.id = ANY($1) GROUP BY t.id
     HAVING count(u.id) <> LEAST(t.submit_attempt, 1)
       OR bool_or(u.cost_micro_usd IS DISTINCT FROM t.cost_micro_usd) FILTER (WHERE u.id IS NOT NULL)`,
    [ids],
  );
  return rows.map(({ id, noted }) => `the usage of ${id} is noted ${noted} times, or with another cost`);
}

const RANKS: Record<VideoTask['status'], number> = { queued: 0, in_progress: 1, completed: 2, failed: 2 };

/** The states that a client received never go back. */
export function isMonotone(seen: readonly Pick<VideoTask, 'status' | 'version' | 'progress'>[]): boolean {
  return seen.every((now, index) => {
    const before = seen[index - 1] ?? now;
    return (
      now.version >= before.version &&
      now.progress >= before.progress &&
      RANKS[now.status] >= RANKS[before.status]
    );
  });
}
