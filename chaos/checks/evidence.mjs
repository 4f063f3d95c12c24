import { createDataSource } from '#database';
import { verifyLedger } from '#metering';
import { SecretBox } from '#secrets';
import { TaskSeals } from '#video-tasks';
import { Client } from 'pg';
import { groupBy } from './group-by.mjs';

const VIDEO_ENDING_BYTES = 64;

/** Collects the data for the checks from the database, the upstream, the clients and the processes. */
export async function gatherEvidence({ installation, upstream, receiver, clients, faults }) {
  const client = new Client({ connectionString: installation.postgres.url });
  await client.connect();
  try {
    const rows = async (query) => (await client.query(query)).rows;
    const seals = new TaskSeals(new SecretBox(installation.secretKey));
    const stored = await rows('SELECT * FROM video_tasks ORDER BY created_at');
    const tasks = stored.map((task) => ({ ...task, request: seals.openRequest(task) }));
    const videos = await upstream.log();
    return {
      tasks,
      videos,
      taskById: new Map(tasks.map((task) => [task.id, task])),
      makerByVideo: buildMakers(videos, tasks),
      getEvents: groupBy(await rows('SELECT * FROM video_task_events ORDER BY id'), ({ task_id: id }) => id),
      writes: await rows('SELECT * FROM chaos_writes ORDER BY id'),
      submitEvidence: await rows('SELECT * FROM submit_evidence'),
      orphans: await rows('SELECT * FROM orphan_watch'),
      keys: await rows("SELECT * FROM idempotency_keys WHERE state = 'created'"),
      deliveries: await rows('SELECT * FROM webhook_deliveries'),
      revenue: await findRevenue(rows),
      ledger: await getLedger(installation.postgres.url),
      received: receiver.received,
      submissions: clients.submissions,
      answers: await finalAnswers(tasks, clients),
      ownEnds: installation.parts.flatMap(({ ownEnds }) => ownEnds),
      failedStarts: installation.parts.flatMap(({ failedStarts }) => failedStarts),
      faults,
    };
  } finally {
    await client.end();
  }
}

/** The task of each video, by the idempotency key of its submission, or by its prompt if that is unique. */
function buildMakers(videos, tasks) {
  const byPrompt = groupBy(tasks, ({ request }) => request.prompt);
  return new Map(
    videos.map((video) => {
      const [, id] = /^(video_[0-9a-f]+)-/.exec(video.idempotencyKey ?? '') ?? [];
      return [video.id, id ?? byPrompt.get(video.prompt)?.[0]?.id];
    }),
  );
}

async function findRevenue(rows) {
  const [{ sum }] = await rows(
    "SELECT COALESCE(sum(amount), 0)::float8 AS sum FROM ledger_entries WHERE account_id = 'revenue'",
  );
  return sum;
}

async function getLedger(url) {
  const dataSource = createDataSource({ url, entities: [], poolSize: 1 });
  await dataSource.initialize();
  try {
    return await verifyLedger(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

/** The current response for every task, and the last bytes of its video, which contain the name of the file. */
async function finalAnswers(tasks, { origin, submissions }) {
  const tokenByTask = new Map(
    submissions.flatMap(({ token, taskIds }) => [...taskIds].map((id) => [id, token])),
  );
  const tokens = new Map(submissions.map(({ token }) => [token.owner, token]));
  const answers = new Map();
  for (const { id, owner } of tasks) {
    const { key } = tokenByTask.get(id) ?? tokens.get(owner);
    const response = await fetch(`${origin}/v1/video/generations/${id}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const json = await response.json();
    answers.set(id, { status: response.status, json, fileEnding: await readEnding(json.url) });
  }
  return answers;
}

async function readEnding(url) {
  if (url === undefined) return undefined;
  const response = await fetch(url);
  if (!response.ok) return `status ${response.status}`;
  return Buffer.from(await response.arrayBuffer())
    .subarray(-VIDEO_ENDING_BYTES)
    .toString('latin1');
}
