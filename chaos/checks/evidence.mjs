import { createDataSource } from '#database';
import { verifyLedger } from '#metering';
import { SecretBox } from '#secrets';
import { TaskSeals } from '#video-tasks';
import { Client } from 'pg';
import { groupBy } from './group-by.mjs';

const FILM_ENDING_BYTES = 64;

/** All that there is to know after a run, from everybody who was there. */
export async function gatherEvidence({ installation, upstream, receiver, clients, faults }) {
  const client = new Client({ connectionString: installation.postgres.url });
  await client.connect();
  try {
    const rows = async (query) => (await client.query(query)).rows;
    const seals = new TaskSeals(new SecretBox(installation.secretKey));
    const stored = await rows('SELECT * FROM video_tasks ORDER BY created_at');
    const tasks = stored.map((task) => ({ ...task, request: seals.openRequest(task) }));
    const films = await upstream.log();
    return {
      tasks,
      films,
      taskById: new Map(tasks.map((task) => [task.id, task])),
      makerOf: makersOf(films, tasks),
      eventsOf: groupBy(await rows('SELECT * FROM video_task_events ORDER BY id'), ({ task_id: id }) => id),
      writes: await rows('SELECT * FROM chaos_writes ORDER BY id'),
      submitEvidence: await rows('SELECT * FROM submit_evidence'),
      orphans: await rows('SELECT * FROM orphan_watch'),
      keys: await rows("SELECT * FROM idempotency_keys WHERE state = 'created'"),
      deliveries: await rows('SELECT * FROM webhook_deliveries'),
      revenue: await revenueOf(rows),
      ledger: await ledgerOf(installation.postgres.url),
      received: receiver.received,
      orders: clients.orders,
      answers: await finalAnswers(tasks, clients),
      ownEnds: installation.parts.flatMap(({ ownEnds }) => ownEnds),
      failedStarts: installation.parts.flatMap(({ failedStarts }) => failedStarts),
      faults,
    };
  } finally {
    await client.end();
  }
}

/** Which task each film was ordered for: by the key that came with the order, or by its words where they are unique. */
function makersOf(films, tasks) {
  const byPrompt = groupBy(tasks, ({ request }) => request.prompt);
  return new Map(
    films.map((film) => {
      const [, id] = /^(video_[0-9a-f]+)-/.exec(film.idempotencyKey ?? '') ?? [];
      return [film.id, id ?? byPrompt.get(film.prompt)?.[0]?.id];
    }),
  );
}

async function revenueOf(rows) {
  const [{ sum }] = await rows(
    "SELECT COALESCE(sum(amount), 0)::float8 AS sum FROM ledger_entries WHERE account_id = 'revenue'",
  );
  return sum;
}

async function ledgerOf(url) {
  const dataSource = createDataSource({ url, entities: [], poolSize: 1 });
  await dataSource.initialize();
  try {
    return await verifyLedger(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

/** What every task's owner is told now, and how the film that is linked there ends: with the name of its file. */
async function finalAnswers(tasks, { origin, orders }) {
  const tokenOf = new Map(orders.flatMap(({ token, taskIds }) => [...taskIds].map((id) => [id, token])));
  const tokens = new Map(orders.map(({ token }) => [token.owner, token]));
  const answers = new Map();
  for (const { id, owner } of tasks) {
    const { key } = tokenOf.get(id) ?? tokens.get(owner);
    const response = await fetch(`${origin}/v1/video/generations/${id}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const json = await response.json();
    answers.set(id, { status: response.status, json, fileEnding: await endingOf(json.url) });
  }
  return answers;
}

async function endingOf(url) {
  if (url === undefined) return undefined;
  const response = await fetch(url);
  if (!response.ok) return `status ${response.status}`;
  return Buffer.from(await response.arrayBuffer())
    .subarray(-FILM_ENDING_BYTES)
    .toString('latin1');
}
