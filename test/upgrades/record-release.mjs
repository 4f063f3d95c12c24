import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { ROWS } from './rows.mjs';
import { INSTALLATION, queueVideo, useEverything } from './use-everything.mjs';

/**
 * Writes `releases/<label>.sql.gz`, the database of a released version with rows in every table, as its own programs
 * wrote them, and its commit to `releases/commits.json`. See CONTRIBUTING.md, "Recipe: a release".
 */

const PG_DUMP = ['--no-owner', '--no-privileges', '--no-comments', '--inserts'];
const START_MS = 60_000;
const QUIET_MS = 3_000;
const RELEASES = join(import.meta.dirname, 'releases');
const run = promisify(execFile);

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { checkout: { type: 'string', default: resolve(import.meta.dirname, '../..') } },
});
const [label] = positionals;
const { DATABASE_URL: url, PATH } = process.env;
if (label === undefined || url === undefined) {
  throw new Error(
    'DATABASE_URL=<an empty database> node test/upgrades/record-release.mjs <label> [--checkout <folder>]',
  );
}

const commit = await findCommit(values.checkout);
const folder = mkdtempSync(join(tmpdir(), 'modelgate-release-'));
const children = [];
const database = new Client({ connectionString: url });
await database.connect();
try {
  const { origin, api, worker } = await startPrograms(resolve(values.checkout));
  await useEverything(origin);
  await stop(worker, 'SIGTERM');
  await queueVideo(origin);
  await waitForUsage();
  // It leaves its budget leases behind.
  await stop(api, 'SIGKILL');
  await fillEmptyTables();
  const { stdout } = await run('pg_dump', [...PG_DUMP, url], { maxBuffer: 2 ** 28 });
  const target = join(RELEASES, `${label}.sql.gz`);
  writeFileSync(target, gzipSync(toStatements(stdout), { level: 9 }));
  recordCommit();
  console.log(`Wrote ${target}.`);
} finally {
  for (const child of children) child.kill('SIGKILL');
  await database.end();
  rmSync(folder, { recursive: true, force: true });
}

/** Later versions build this commit to test its programs on their schema. */
async function findCommit(checkout) {
  const git = async (...words) => (await run('git', ['-C', checkout, ...words])).stdout.trim();
  if ((await git('status', '--porcelain', '--untracked-files=no')) !== '') {
    throw new Error(`${checkout} has changes that are not committed`);
  }
  return git('rev-parse', 'HEAD');
}

function recordCommit() {
  const file = join(RELEASES, 'commits.json');
  const commits = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, `${JSON.stringify({ ...commits, [label]: commit }, null, 2)}\n`);
}

async function startPrograms(checkout) {
  const config = join(folder, 'modelgate.json');
  writeFileSync(config, JSON.stringify(INSTALLATION.config));
  const port = await findFreePort();
  const env = {
    PATH,
    DATABASE_URL: url,
    HOST: '127.0.0.1',
    PORT: String(port),
    MODELGATE_CONFIG: config,
    MODELGATE_DATA_DIR: join(folder, 'data'),
    MODELGATE_SECRET_KEY: INSTALLATION.secretKey,
    MODELGATE_ADMIN_EMAIL: INSTALLATION.admin.email,
    MODELGATE_ADMIN_PASSWORD: INSTALLATION.admin.password,
    MODELGATE_ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8',
  };
  const start = (program) => {
    const main = join(checkout, `dist/apps/${program}/src/main.js`);
    const child = spawn(process.execPath, ['--no-warnings', main], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    children.push(child);
    return child;
  };
  const [api, worker] = [start('api'), start('worker')];
  const origin = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + START_MS;
  while ((await fetch(`${origin}/readyz`).catch(() => undefined))?.status !== 200) {
    if (Date.now() > deadline) throw new Error('the API did not start');
    await sleep(100);
  }
  return { origin, api, worker };
}

async function stop(child, signal) {
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

/** Waits until no more events are stored. */
async function waitForUsage() {
  for (let last = -1, count = 0; count === 0 || count !== last;) {
    last = count;
    await sleep(QUIET_MS);
    const { rows } = await database.query('SELECT count(*)::int AS events FROM usage_events');
    count = rows[0].events;
  }
}

/** Rows that the programs write only in an incident, or after days, are written here. */
async function fillEmptyTables() {
  const { rows } = await database.query(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'usage_events_%'`,
  );
  const empty = [];
  for (const { name } of rows) {
    if (await hasRows(name)) continue;
    if (ROWS[name] !== undefined) await database.query(ROWS[name]);
    if (!(await hasRows(name))) empty.push(name);
  }
  if (empty.length > 0) throw new Error(`no rows in ${empty.join(', ')}: add some in test/upgrades/rows.mjs`);
}

async function hasRows(table) {
  const { rowCount } = await database.query(`SELECT FROM ${table} LIMIT 1`);
  return rowCount > 0;
}

/** Without psql commands, settings that older servers do not know, and the name of this machine. */
function toStatements(dump) {
  const lines = dump.replaceAll(hostname(), 'recorded').split('\n');
  return lines.filter((line) => !/^(\\|SET transaction_timeout|CREATE SCHEMA public)/.test(line)).join('\n');
}

async function findFreePort() {
  const server = createServer();
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address();
  await new Promise((closed) => server.close(closed));
  return port;
}
