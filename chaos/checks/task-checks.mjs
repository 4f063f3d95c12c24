import { UNLISTED_MODEL } from '../scene.mjs';
import { WORK_SETTINGS } from '../work-settings.mjs';
import { groupBy } from './group-by.mjs';

const FINISHED = ['completed', 'failed'];
const RANKS = { queued: 0, in_progress: 1, completed: 2, failed: 2 };
const UNKNOWN_OUTCOME = 409;

/** Every step that a task may take; those that change nothing about where it stands come besides. */
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
          ([id, made]) => `${id} was made ${made.length} times: ${made.map((video) => video.id).join(', ')}`,
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
    name: 'I6  no task took a step that there is not',
    find: ({ tasks, getEvents }) =>
      tasks.flatMap(({ id, phase }) => wrongSteps(id, phase, getEvents.get(id) ?? [])),
  },
  {
    name: 'I7  nobody wrote with a lease that was lost',
    find: ({ tasks, getEvents, writes }) => [
      ...tasks.flatMap((task) => unversionedWrites(task, getEvents.get(task.id) ?? [])),
      ...staleWrites(writes),
    ],
  },
  {
    name: 'I8  nothing was submitted after the lease for it had ended',
    find: ({ videos, makerByVideo, getEvents }) =>
      videos
        .filter((video) => !isOrderedInTime(video, getEvents.get(makerByVideo.get(video.id)) ?? []))
        .map(
          (video) =>
            `${video.id} for ${makerByVideo.get(video.id)} at ${new Date(video.createdAtMs).toISOString()}`,
        ),
  },
  {
    name: 'I9  no client saw a task go back',
    find: ({ submissions }) => submissions.flatMap(({ reads }) => readsThatGoBack(reads)),
  },
  {
    name: 'I10 the end of a task says what it has to, and the video is the right one',
    find: (evidence) => evidence.tasks.flatMap((task) => wrongEnd(task, evidence)),
  },
  {
    name: 'I15 one key, one task',
    find: ({ submissions, tasks, keys }) => [
      ...submissions
        .filter(({ manner, taskIds }) => manner === 'key' && taskIds.size > 1)
        .map(({ index, taskIds }) => `order ${index}: ${[...taskIds].join(', ')}`),
      ...submissions
        .filter(({ manner, isDuplicate }) => manner !== 'library' && !isDuplicate)
        .filter(({ prompt }) => tasks.filter(({ request }) => request.prompt === prompt).length > 1)
        .map(({ index }) => `order ${index} has become several tasks`),
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
    ...(isElsewhere ? [`${id} is ${phase}, its events say ${steps.at(-1)?.to_phase}`] : []),
  ];
}

/** Each event is the next version, and leases only ever pass on. */
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

/** An id from the upstream is the one thing that may be written without a lease: it is real whoever brings it. */
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

function isOrderedInTime({ createdAtMs }, events) {
  const steps = events.filter(({ from_phase: from, to_phase: to }) => from !== to);
  return steps.some(({ to_phase: to, at }, index) => {
    if (to !== 'submitting') return false;
    const sinceMs = createdAtMs - at.getTime();
    const endedAt = steps[index + 1]?.at.getTime() ?? Number.POSITIVE_INFINITY;
    return sinceMs >= 0 && sinceMs <= WORK_SETTINGS.submitLeaseMs && createdAtMs <= endedAt;
  });
}

function readsThatGoBack(reads) {
  const seen = reads.filter(({ status }) => status === 200);
  return seen.filter((read, index) => index > 0 && goesBack(seen[index - 1].json, read.json)).map(show);
}

function goesBack(before, after) {
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
