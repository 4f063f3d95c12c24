/**
 * Measures the growth of the database per request and per video task: node bench/growth.mjs [requests] [tasks] Runs a
 * gateway with its embedded database, priced models and budgets for a token and its owner, and compares the sizes of
 * the tables with their indexes and TOAST before and after. `docs/capacity.md` has the figures.
 */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { locateEmbeddedPostgres } from '../dist/libs/embedded-postgres/src/index.js';

const REQUESTS = Number(process.argv[2] ?? 20_000);
const TASKS = Number(process.argv[3] ?? 60);
const AT_ONCE = 24;
const KEY = 'sk-mg-growth-0123456789abcdef';
const checkout = fileURLToPath(new URL('..', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'modelgate-growth-'));
chmodSync(folder, 0o755);
writeFileSync(
  join(folder, 'modelgate.json'),
  JSON.stringify({
    sandbox: true,
    models: [
      { id: 'sandbox-chat', price: { inputPerMTok: 1, outputPerMTok: 2 } },
      { id: 'sandbox-video', price: { perSecondVideo: 0.01 } },
    ],
    owners: [{ name: 'team', budget: { usd: 100_000, period: 'monthly' } }],
    tokens: [{ name: 'growth', key: KEY, owner: 'team', budget: { usd: 100_000, period: 'daily' } }],
  }),
);
const gateway = spawn(process.execPath, ['scripts/modelgate.mjs', 'up'], {
  cwd: checkout,
  env: {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: '0',
    MODELGATE_DATA_DIR: join(folder, 'data'),
    MODELGATE_CONFIG: join(folder, 'modelgate.json'),
  },
  stdio: ['ignore', 'pipe', 'ignore'],
});
let printed = '';
gateway.stdout.on('data', (text) => (printed += text));

try {
  const base = await until(() => /Base address\s+(\S+)/.exec(printed)?.[1]);
  await until(async () => (await ask(base, '/chat/completions', chat(0))).ok || undefined);
  const database = new Client({ connectionString: locateEmbeddedPostgres(join(folder, 'data')).url });
  await database.connect();
  await run(200, (number) => ask(base, '/chat/completions', chat(number)));
  await stored(database, 'usage_events', 200);

  const start = await sizes(database);
  const requestMs = await run(REQUESTS, (number) => ask(base, '/chat/completions', chat(number)));
  await stored(database, 'usage_events', 201 + REQUESTS);
  const afterRequests = await sizes(database);
  report(`${REQUESTS} requests in ${(requestMs / 1000).toFixed(0)} s`, start, afterRequests, REQUESTS);

  const taskMs = await run(TASKS, (number) => video(base, number));
  const afterTasks = await sizes(database);
  report(`${TASKS} video tasks in ${(taskMs / 1000).toFixed(0)} s`, afterRequests, afterTasks, TASKS);

  const { rows } = await database.query(
    `SELECT application_name, count(*)::int FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() GROUP BY 1 ORDER BY 1`,
  );
  console.log('connections', rows);
  await database.end();
} finally {
  gateway.kill('SIGTERM');
  await new Promise((resolve) => {
    gateway.once('exit', resolve);
  });
  rmSync(folder, { recursive: true, force: true });
}

function chat(number) {
  return { model: 'sandbox-chat', messages: [{ role: 'user', content: `[[words=5]] Hello ${number}!` }] };
}

async function video(base, number) {
  const made = await ask(base, '/video/generations', {
    model: 'sandbox-video',
    prompt: `A boat, number ${number}, on a lake in the evening`,
    duration: 1,
  });
  const { task_id: id } = await made.json();
  await until(async () => {
    const { status } = await (await ask(base, `/video/generations/${id}`)).json();
    return ['completed', 'failed'].includes(status) ? status : undefined;
  }, 120_000);
}

function ask(base, path, body) {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
  return fetch(
    base + path,
    body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
  );
}

async function run(count, work) {
  const begunAt = performance.now();
  let next = 0;
  const lane = async () => {
    while (next < count) {
      next += 1;
      const answer = await work(next);
      if (answer !== undefined) await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return performance.now() - begunAt;
}

async function stored(database, table, count) {
  await until(async () => {
    const { rows } = await database.query(`SELECT count(*)::int FROM ${table}`);
    return rows[0].count >= count ? true : undefined;
  }, 60_000);
}

/** The sizes by table. The partitions of a table count as one. */
async function sizes(database) {
  await database.query('VACUUM ANALYZE').catch(() => undefined);
  const { rows } = await database.query(
    `SELECT regexp_replace(relname, '_[0-9]{8}$', '') AS table, sum(pg_total_relation_size(c.oid))::float8 AS bytes,
       sum(GREATEST(reltuples, 0))::float8 AS rows
     FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
     WHERE nspname IN ('public', 'bullmq') AND relkind = 'r' GROUP BY 1`,
  );
  return new Map(rows.map(({ table, bytes, rows: count }) => [table, { bytes, count }]));
}

function report(what, before, after, count) {
  console.log(`\n${what}`);
  const grown = [...after]
    .map(([table, { bytes, count: rows }]) => ({
      table,
      bytes: bytes - (before.get(table)?.bytes ?? 0),
      rows: rows - (before.get(table)?.count ?? 0),
    }))
    .filter(({ bytes }) => bytes > 0)
    .toSorted((a, b) => b.bytes - a.bytes);
  for (const { table, bytes, rows } of grown.slice(0, 12)) {
    console.log(
      `  ${table.padEnd(24)} ${(bytes / 1024).toFixed(0).padStart(8)} KB  ${String(rows).padStart(7)} rows  ${(bytes / count).toFixed(1).padStart(8)} bytes each`,
    );
  }
  const total = grown.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(`  total ${(total / count).toFixed(0)} bytes each`);
}

async function until(look, timeoutMs = 60_000) {
  const giveUpAt = performance.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > giveUpAt) throw new Error('nothing came in time');
    await sleep(100);
  }
}
