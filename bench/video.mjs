/**
 * Measures how fast video tasks are accepted and completed, and the delay after their upstream has finished. The API,
 * one worker with the default timeouts and the database are processes of their own. Run it after a build.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { eventually } from '../chaos/eventually.mjs';
import { Installation } from '../chaos/installation.mjs';
import { startUpstream } from '../chaos/upstream.mjs';

const CASES = [
  { name: '200 videos, 20 a second', count: 200, perSecond: 20 },
  { name: '2,000 videos at once', count: 2_000, perSecond: Number.POSITIVE_INFINITY },
];
const VIDEO_MS = 2_000;
const CONCURRENCY = 16;
const TIMEOUT_MS = 300_000;
const TOKEN = 'sk-mg-bench-0123456789abcdef';
const WORKER = fileURLToPath(new URL('../dist/apps/worker/src/main.js', import.meta.url));

const upstream = await startUpstream({ videos: { durationMs: VIDEO_MS } });
const installation = new Installation();
process.once('SIGINT', () => void stop().then(() => process.exit(130)));
try {
  await installation.start({ config: configFor(upstream.origin), workerEntry: WORKER, workers: 1 });
  const rows = [];
  for (const useCase of CASES) rows.push(await measure(useCase));
  console.table(rows);
} finally {
  await stop();
}

async function stop() {
  await installation.stop();
  await upstream.stop();
  installation.remove();
}

function configFor(origin) {
  const channel = {
    name: 'bench',
    provider: 'openai-compatible',
    baseUrl: `${origin}/v1`,
    apiKey: 'sk-upstream-1',
  };
  return {
    channels: [{ ...channel, models: ['video'] }],
    models: [{ id: 'video', price: { perSecondVideo: 0.1 } }],
    tokens: [{ name: 'bench', key: TOKEN }],
  };
}

async function measure({ name, count, perSecond }) {
  const videosBefore = (await upstream.log()).length;
  const startedAt = Date.now();
  const acceptMs = await submitAll(name, count, perSecond);
  const acceptedAt = Date.now();
  const areFinished = await eventually(async () => (await countFinished(startedAt)) === count, TIMEOUT_MS);
  if (!areFinished)
    throw new Error(`only ${await countFinished(startedAt)} of ${count} videos were finished`);
  const tasks = await findTasks(startedAt);
  const failed = tasks.filter(({ status }) => status === 'failed').length;
  const madeAt = new Map(
    (await upstream.log()).slice(videosBefore).map((video) => [video.id, video.createdAtMs]),
  );
  const lastAt = Math.max(...tasks.map(({ finished_at: at }) => at.getTime()));
  const completed = tasks.filter(({ status }) => status === 'completed');
  const addedMs = completed.map(
    (task) => task.finished_at.getTime() - madeAt.get(task.upstream_id) - VIDEO_MS,
  );
  const waitedMs = completed.map((task) => madeAt.get(task.upstream_id) - task.created_at.getTime());
  return {
    case: name,
    failed,
    'videos made': madeAt.size,
    'accepted/s': Math.round(count / ((acceptedAt - startedAt) / 1000)),
    'accept p50 ms': Math.round(quantile(acceptMs, 0.5)),
    'finished/s': Math.round(count / ((lastAt - startedAt) / 1000)),
    'until ordered p50 ms': Math.round(quantile(waitedMs, 0.5)),
    'added after upstream p50 ms': Math.round(quantile(addedMs, 0.5)),
    'p95 ms': Math.round(quantile(addedMs, 0.95)),
  };
}

/**
 * Submits different videos, because equal ones would wait for each other. Returns how long each took to be accepted.
 */
async function submitAll(name, count, perSecond) {
  const startedAt = performance.now();
  const latencies = [];
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      await sleep(Math.max((index / perSecond) * 1000 - (performance.now() - startedAt), 0));
      const sentAt = performance.now();
      await submission(`${name}, number ${index}`);
      latencies.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, lane));
  return latencies;
}

async function submission(prompt) {
  const response = await fetch(`${installation.origin}/v1/video/generations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'video', prompt, duration: 4 }),
  });
  if (!response.ok) throw new Error(`status ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}

/** The cases run one after the other, so the tasks of a case are those since its start. */
async function countFinished(startedAt) {
  const [{ count }] = await query(
    `SELECT count(*)::int AS count FROM video_tasks
     WHERE status IN ('completed', 'failed') AND created_at >= $1`,
    new Date(startedAt),
  );
  return count;
}

async function findTasks(startedAt) {
  return query(
    `SELECT status, upstream_id, created_at, finished_at FROM video_tasks
     WHERE created_at >= $1`,
    new Date(startedAt),
  );
}

async function query(text, parameter) {
  const client = new Client({ connectionString: installation.postgres.url });
  await client.connect();
  try {
    return (await client.query(text, [parameter])).rows;
  } finally {
    await client.end();
  }
}

function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(Math.floor(share * sorted.length), sorted.length - 1)];
}
