/**
 * Measures the cost of storing usage: CPU time of the request, of the drain and of the database, SQL statements and
 * bytes per request, and whether one drain can store 10,000 requests per second. Every request has a price and is
 * charged to three budget accounts. Run it after a build: node bench/usage.mjs [requests per second] [seconds]
 */
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { pino } from 'pino';
import { createDataSource, migrateDatabase } from '../dist/libs/database/src/index.js';
import { startEmbeddedPostgres } from '../dist/libs/embedded-postgres/src/index.js';
import {
  LedgerChargeBook,
  PriceKeepingCharges,
  UsageJournal,
  UsageMaintenance,
  eventIdFor,
} from '../dist/libs/metering/src/index.js';

const RATE = Number(process.argv[2] ?? 10_000);
const SECONDS = Number(process.argv[3] ?? 10);
const TICK_MS = 10;
const WARM_UP = 20_000;
const WRITTEN = 10_000;
const TOKENS = Array.from({ length: 50 }, () => {
  const id = randomUUID();
  const owner = `owner-${id.slice(0, 1)}`;
  return { id, owner, accounts: [`token:${id}`, `owner:${owner}`, 'global'] };
});
const PRICE = { version: 'built-in-2026-11-01', price: { inputPerMTok: 2, outputPerMTok: 8 } };
const MODELS = ['gpt-5-mini', 'claude-sonnet-4-5', 'gemini-2.5-flash', 'text-embedding-3-large'];

let statements = 0;
const query = Object.getOwnPropertyDescriptor(Client.prototype, 'query')?.value;
Client.prototype.query = function countedQuery(...given) {
  statements += 1;
  return query.apply(this, given);
};

const folder = mkdtempSync(join(tmpdir(), 'modelgate-bench-usage-'));
// The server may run as another user, which must be able to read its files.
chmodSync(folder, 0o755);
const databaseFolder = join(folder, 'database');
const spoolFolder = join(folder, 'usage');
const server = await startEmbeddedPostgres({ dataDir: databaseFolder });
try {
  await migrateDatabase(server.url);
  const dataSource = createDataSource({ url: server.url, entities: [] });
  await dataSource.initialize();
  await measureWriting(dataSource);
  await measure(dataSource);
  await dataSource.destroy();
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

function openJournal(dataSource, settings = {}) {
  return UsageJournal.open({
    folder: spoolFolder,
    dataSource,
    charges: new PriceKeepingCharges(new LedgerChargeBook(), { find: () => PRICE }),
    logger: pino({ level: 'warn' }),
    settings,
  });
}

/**
 * The cost for the request, by the number of requests per turn of the event loop. Nothing is stored at the same time.
 */
async function measureWriting(dataSource) {
  const never = { drainEveryMs: 3_600_000, batchSize: 2 * WRITTEN };
  const journal = openJournal(dataSource, never);
  const rows = {};
  for (const atOnce of [1, 8, 32]) {
    const row = {};
    for (const when of ['now', 'batched', 'now', 'batched'])
      row[when] = await writeTurns(journal, atOnce, when);
    rows[`CPU µs of a request, ${atOnce} in a turn`] = row;
  }
  console.table(rows);
  await journal.close();
}

async function writeTurns(journal, atOnce, when) {
  const turns = Math.ceil(WRITTEN / atOnce);
  let spentUs = 0;
  for (let turn = 0; turn < turns; turn += 1) {
    const requests = Array.from({ length: atOnce }, buildRequest);
    const fromUs = ownCpuUs();
    const entries = requests.map(({ begun }) => journal.begin(begun, when));
    await (when === 'now' ? nextTurn() : Promise.all(entries.map((entry) => entry.waitUntilWritten())));
    for (const [index, { ended }] of requests.entries()) entries[index].finish(ended, when);
    await (when === 'now' ? nextTurn() : Promise.all(entries.map((entry) => entry.waitUntilWritten())));
    spentUs += ownCpuUs() - fromUs;
  }
  await journal.flush();
  return (spentUs / (turns * atOnce)).toFixed(1);
}

async function measure(dataSource) {
  const journal = openJournal(dataSource);
  // V8 compiles the code during the first ones.
  for (let count = 0; count < WARM_UP; count += 1) {
    writeOne(journal, buildRequest());
    if (count % 5_000 === 0) await journal.flush();
  }
  await journal.flush();

  const storedBefore = await countRows(dataSource);
  const before = { statements, databaseUs: databaseCpuUs() };
  const load = await run(journal);
  await journal.flush();
  // The processes of the database report their CPU time when they become idle.
  await sleep(200);
  const { requests, writingUs, drainingUs, longestMs, mostWaiting, behindAtEnd, bytes } = load;
  const stored = await countRows(dataSource);
  console.table([
    {
      'requests/s': Math.round(requests / load.seconds),
      'stored in all': stored - storedBefore === requests,
      'statements/request': ((statements - before.statements) / requests).toFixed(4),
      'spool bytes/request': Math.round(bytes / requests),
      'CPU µs: request': (writingUs / requests).toFixed(1),
      drain: (drainingUs / requests).toFixed(1),
      database: ((databaseCpuUs() - before.databaseUs) / requests).toFixed(1),
      'most waiting': mostWaiting,
      'at the end': behindAtEnd,
      'longest pause ms': longestMs.toFixed(1),
    },
  ]);
  const rollUpAt = performance.now();
  await new UsageMaintenance(dataSource).run(new Date());
  console.table([{ ...(await sizes(dataSource)), 'roll-up ms': Math.round(performance.now() - rollUpAt) }]);
  await journal.close();
}

/** Writes requests at a fixed rate. The CPU time of this process without their cost is that of the drain. */
async function run(journal) {
  const startedAt = performance.now();
  const load = { requests: 0, writingUs: 0, longestMs: 0, mostWaiting: 0 };
  const startedUs = ownCpuUs();
  let aroundUs = 0;
  let lastAt = startedAt;
  const sizes = new Map();
  while (performance.now() - startedAt < SECONDS * 1_000) {
    const now = performance.now();
    const due = Math.min(RATE, Math.floor(((now - startedAt) / 1_000) * RATE) - load.requests);
    const fromUs = ownCpuUs();
    const requests = Array.from({ length: due }, buildRequest);
    const builtUs = ownCpuUs();
    for (const request of requests) writeOne(journal, request);
    const writtenUs = ownCpuUs();
    load.requests += due;
    load.writingUs += writtenUs - builtUs;
    load.longestMs = Math.max(load.longestMs, now - lastAt - TICK_MS);
    load.mostWaiting = Math.max(load.mostWaiting, journal.waitingEvents);
    noteSizes(sizes);
    aroundUs += ownCpuUs() - writtenUs + builtUs - fromUs;
    lastAt = performance.now();
    await sleep(TICK_MS);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  const behindAtEnd = journal.waitingEvents;
  await journal.flush();
  const drainingUs = ownCpuUs() - startedUs - aroundUs - load.writingUs;
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  return { ...load, bytes, seconds, behindAtEnd, drainingUs };
}

function ownCpuUs() {
  const { user, system } = process.cpuUsage();
  return user + system;
}

async function countRows(dataSource) {
  const [{ count }] = await dataSource.query('SELECT count(*)::int AS count FROM usage_events');
  return count;
}

function buildRequest() {
  const requestId = toFlat(`req_${randomUUID().replaceAll('-', '')}`);
  const token = pick(TOKENS);
  const model = pick(MODELS);
  const begun = buildEvent(requestId, token, model);
  begun.usage = { inputTokens: 1_200 };
  begun.costMicroUsd = 3_000;
  const ended = buildEvent(requestId, token, model);
  ended.durationMs = 1_234;
  ended.firstByteMs = 321.25;
  ended.usage = { inputTokens: 1_234, cachedInputTokens: 1_024, outputTokens: 456, reasoningTokens: 64 };
  ended.costMicroUsd = 2_345;
  ended.attempts.push(buildAttempt('ok'));
  if (Math.random() < 0.02) ended.attempts.unshift(buildAttempt('upstream-overloaded'));
  ended.startedAtMs = begun.startedAtMs;
  return { begun, ended };
}

/** One literal, as in the relay: objects that are spread from others are slow to read. */
function buildEvent(requestId, token, model) {
  return {
    id: eventIdFor(requestId),
    requestId,
    startedAtMs: Date.now(),
    tokenId: token.id,
    owner: token.owner,
    model,
    operation: 'chat',
    format: 'openai-chat',
    channelId: '0d5e5a3c-35a5-4a27-b0a8-08f6d1b7a222',
    channel: 'main-account',
    upstreamModel: 'gpt-5-mini-2025-08-07',
    isStreamed: true,
    outcome: 'ok',
    isEstimated: false,
    isCacheHit: false,
    durationMs: 0,
    firstByteMs: undefined,
    usage: undefined,
    costMicroUsd: undefined,
    priceVersion: PRICE.version,
    attempts: [],
    budgetAccounts: token.accounts,
  };
}

function buildAttempt(outcome) {
  return {
    channel: 'main-account',
    upstreamModel: 'gpt-5-mini-2025-08-07',
    outcome,
    upstreamStatus: 200,
    startedAfterMs: 0.4,
    firstByteMs: 321.25,
    durationMs: 1_233.5,
    reason: 'first',
  };
}

/** A flat string, as in a header, instead of a rope that V8 flattens later. */
function toFlat(text) {
  return Buffer.from(text).toString();
}

function writeOne(journal, { begun, ended }) {
  journal.begin(begun).finish(ended);
}

/** Files are deleted after they are stored, so the last size of each counts. */
function noteSizes(sizes) {
  for (const name of readdirSync(spoolFolder, { recursive: true })) {
    const stats = statSync(join(spoolFolder, name), { throwIfNoEntry: false });
    if (stats?.isFile()) sizes.set(name, stats.size);
  }
}

/** The CPU time of all database processes, in microseconds. */
function databaseCpuUs() {
  const [first] = readFileSync(join(databaseFolder, postmasterFile()), 'utf8').split('\n');
  const postmaster = Number(first);
  let sum = 0;
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      if (Number(name) !== postmaster && parent !== postmaster) continue;
      sum += Number(readFileSync(`/proc/${name}/schedstat`, 'utf8').split(' ')[0]) / 1_000;
    } catch {
      // The process has ended.
    }
  }
  return sum;
}

function postmasterFile() {
  return readdirSync(databaseFolder, { recursive: true }).find((name) => name.endsWith('postmaster.pid'));
}

async function sizes(dataSource) {
  await dataSource.query('VACUUM ANALYZE usage_events');
  const [row] = await dataSource.query(`
    SELECT sum(pg_table_size(inhrelid))::float AS rows, sum(pg_indexes_size(inhrelid))::float AS indexes,
      (SELECT count(*) FROM usage_events)::float AS count,
      (SELECT count(*) FROM usage_hours)::float AS hours, pg_total_relation_size('usage_hours')::float AS hours_bytes
    FROM pg_inherits WHERE inhparent = 'usage_events'::regclass`);
  return {
    'database bytes/request': ((row.rows + row.indexes) / row.count).toFixed(0),
    'of that row': (row.rows / row.count).toFixed(0),
    'of that indexes': (row.indexes / row.count).toFixed(0),
    'rows of sums': row.hours,
    'bytes per sum': (row.hours_bytes / row.hours).toFixed(0),
  };
}

function pick(items) {
  return items[Math.floor(Math.random() * items.length)];
}
