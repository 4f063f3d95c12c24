import { UNLISTED_MODEL } from '../setup.mjs';
import { WORK_SETTINGS } from '../work-settings.mjs';
import { groupBy } from './group-by.mjs';

const FINISHED = ['completed', 'failed'];
const RANKS = { queued: 0, in_progress: 1, completed: 2, failed: 2 };
const UNKNOWN_OUTCOME = 409;

/** The allowed changes of the phase. Events without a change of the phase are always allowed. */
const STEPS = new Set([
  'accepted>submitting',
  'accepted>failed',
  'submitting>accepted',
  'submitting>submit-unknown',
  'submitting>polling',
  'submitting>failed',
  'submit-unknown>polling',
  'submit-unknown>accepted',
  'submit-unknown>failed',
  'polling>finalizing',
  'polling>failed',
  'finalizing>completed',
  'finalizing>failed',
]);

export const TASK_CHECKS = [
  {
    name: 'I1  every task that was acknowledged exists',
    find: ({ submissions, taskById }) => [
      ...submissions.flatMap(({ taskIds }) => [...taskIds].filter((id) => !taskById.has(id))),
      ...submissions.flatMap(({ reads }) => reads.filter(({ status }) => status === 404).map(show)),
    ],
  },
  {
    name: 'I2  every task has ended',
    find: ({ tasks }) =>
      tasks
        .filter(({ status }) => !FINISHED.includes(status))
        .map(({ id, phase, misses }) => `${id} is ${phase}, misses ${misses}`),
  },
  {
    name: 'I3  no task was submitted twice; only what cannot be looked up fails as unknown',
    find: ({ videos, makerByVideo, tasks, orphans }) => [
      ...[...groupBy(videos, ({ id }) => makerByVideo.get(id))]
        .filter(([, made]) => made.length > 1)
        .map(
          ([id, made]) =>
            `${id} was created ${made.length} times: ${made.map((video) => video.id).join(', ')}`,
        ),
      ...tasks
        .filter(({ error_code: code }) => code === UNKNOWN_OUTCOME)
        .filter(
          ({ id, model }) => model !== UNLISTED_MODEL || !orphans.some((orphan) => orphan.task_id === id),
        )
        .map(({ id, model }) => `${id} (${model}) failed as unknown`),
    ],
  },
  {
    name: 'I6  every task changed its phase only as allowed',
    find: ({ tasks, getEvents }) =>
      tasks.flatMap(({ id, phase }) => wrongSteps(id, phase, getEvents.get(id) ?? [])),
  },
  {
    name: 'I7  no worker wrote with a lost lease',
    find: ({ tasks, getEvents, writes }) => [
      ...tasks.flatMap((task) => unversionedWrites(task, getEvents.get(task.id) ?? [])),
      ...staleWrites(writes),
    ],
  },
  {
    name: 'I8  no video was submitted after the lease of its task had ended',
    find: ({ videos, makerByVideo, getEvents }) =>
      videos
        .filter((video) => !isSubmittedInTime(video, getEvents.get(makerByVideo.get(video.id)) ?? []))
        .map(
          (video) =>
            `${video.id} for ${makerByVideo.get(video.id)} at ${new Date(video.createdAtMs).toISOString()}`,
        ),
  },
  {
    name: 'I9  no client saw an older state of a task',
    find: ({ submissions }) => submissions.flatMap(({ reads }) => findReadsOfOlderStates(reads)),
  },
  {
    name: 'I10 the response of an ended task is complete, and its video is its own',
    find: (evidence) => evidence.tasks.flatMap((task) => wrongEnd(task, evidence)),
  },
  {
    name: 'I15 a key creates one task',
    find: ({ submissions, tasks, keys }) => [
      ...submissions
        .filter(({ retryMode, taskIds }) => retryMode === 'key' && taskIds.size > 1)
        .map(({ index, taskIds }) => `submission ${index}: ${[...taskIds].join(', ')}`),
      ...submissions
        .filter(({ retryMode, isDuplicate }) => retryMode !== 'library' && !isDuplicate)
        .filter(({ prompt }) => tasks.filter(({ request }) => request.prompt === prompt).length > 1)
        .map(({ index }) => `submission ${index} created several tasks`),
      ...keys
        .filter(({ resource_id: id }) => !tasks.some((task) => task.id === id))
        .map(({ resource_id: id }) => `${id} is gone`),
    ],
  },
];

function wrongSteps(id, phase, events) {
  const steps = events.filter(({ from_phase: from, to_phase: to }) => from !== to);
  const wrong = steps.filter(({ from_phase: from, to_phase: to }, index) =>
    index === 0
      ? from !== null || to !== 'accepted'
      : from !== steps[index - 1].to_phase || !STEPS.has(`${from}>${to}`),
  );
  const isElsewhere = steps.at(-1)?.to_phase !== phase;
  return [
    ...wrong.map(({ from_phase: from, to_phase: to }) => `${id}: ${from} to ${to}`),
    ...(isElsewhere ? [`${id} is ${phase}, its events end with ${steps.at(-1)?.to_phase}`] : []),
  ];
}

/** The versions of events increase by one, and lease epochs never decrease. */
function unversionedWrites({ id, version }, events) {
  const wrong = events.filter((event, index) => {
    const before = events[index - 1];
    if (before === undefined) return event.version !== 1;
    return event.version !== before.version + 1 || BigInt(event.lease_epoch) < BigInt(before.lease_epoch);
  });
  const isLatest = events.at(-1)?.version === version;
  return [
    ...wrong.map(({ kind, version: found }) => `${id}: ${kind} is version ${found}`),
    ...(isLatest ? [] : [`${id} is version ${version}, its last event ${events.at(-1)?.version}`]),
  ];
}

/** Only an id from the upstream may be stored without a lease, because it is valid whichever worker received it. */
const ADOPTIONS = ['submitting>polling', 'submit-unknown>polling'];

function staleWrites(writes) {
  const workerAt = new Map();
  const stale = [];
  for (const { connection, task_id: id, is_claim: isClaim, lease_owner: holder, phases } of writes) {
    if (isClaim) workerAt.set(connection, holder);
    const writer = workerAt.get(connection);
    const isForeign = writer !== undefined && writer !== holder;
    if (isForeign && !ADOPTIONS.includes(phases))
      stale.push(`${id} ${phases} by ${writer}, held by ${holder}`);
  }
  return stale;
}

function isSubmittedInTime({ createdAtMs }, events) {
  const steps = events.filter(({ from_phase: from, to_phase: to }) => from !== to);
  return steps.some(({ to_phase: to, at }, index) => {
    if (to !== 'submitting') return false;
    const sinceMs = createdAtMs - at.getTime();
    const endedAt = steps[index + 1]?.at.getTime() ?? Number.POSITIVE_INFINITY;
    return sinceMs >= 0 && sinceMs <= WORK_SETTINGS.submitLeaseMs && createdAtMs <= endedAt;
  });
}

function findReadsOfOlderStates(reads) {
  const seen = reads.filter(({ status }) => status === 200);
  return seen.filter((read, index) => index > 0 && isOlderState(seen[index - 1].json, read.json)).map(show);
}

function isOlderState(before, after) {
  return (
    RANKS[after.status] < RANKS[before.status] ||
    (FINISHED.includes(before.status) && after.status !== before.status) ||
    (after.progress ?? 0) < (before.progress ?? 0) ||
    after.updated_at < before.updated_at
  );
}

function wrongEnd({ id, status, upstream_id: upstreamId }, { answers, videos }) {
  const { status: answered, json, fileEnding } = answers.get(id);
  if (answered !== 200 || json.status !== status) return [`${id} is ${status}: ${show(json)}`];
  if (status === 'failed') {
    const { code, message } = json.error ?? {};
    return Number.isInteger(code) && typeof message === 'string' && message !== '' ? [] : [show(json)];
  }
  if (status !== 'completed') return [];
  const video = videos.find((made) => made.id === upstreamId);
  const isWhole = json.format === 'mp4' && json.metadata?.duration === 1;
  if (isWhole && video !== undefined && fileEnding?.endsWith(video.fileName)) return [];
  return [`${show(json)} ends with ${fileEnding}, not with ${video?.fileName}`];
}

function show(value) {
  return JSON.stringify(value);
}
