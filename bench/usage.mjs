/**
 * What writing usage down costs: time per request, bytes per request on disk, and how fast the database takes it.
 * Run it after a build.
 */
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { createDataSource, migrateDatabase } from '../dist/libs/database/src/index.js';
import { startEmbeddedPostgres } from '../dist/libs/embedded-postgres/src/index.js';
import { UsageMaintenance, UsageJournal, eventIdFor } from '../dist/libs/metering/src/index.js';

const REQUESTS = 100_000;
const AT_ONCE = 200;
const TOKENS = Array.from({ length: 50 }, () => randomUUID());
const MODELS = ['gpt-5-mini', 'claude-sonnet-4-5', 'gemini-2.5-flash', 'text-embedding-3-large'];
const HOUR_MS = 60 * 60 * 1000;

const folder = mkdtempSync(join(tmpdir(), 'modelgate-bench-usage-'));
// The server may run as another user, who has to reach its files.
chmodSync(folder, 0o755);
const server = await startEmbeddedPostgres({ dataDir: join(folder, 'database') });
try {
  await migrateDatabase(server.url);
  const dataSource = createDataSource({ url: server.url, entities: [] });
  await dataSource.initialize();
  await measure(dataSource);
  await dataSource.destroy();
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(dataSource) {
  const charges = { charge: async () => undefined, close: async () => undefined };
  const spoolFolder = join(folder, 'usage');
  const settings = { maxInMemory: REQUESTS };
  const options = { folder: spoolFolder, dataSource, charges, logger: pino({ level: 'warn' }), settings };
  const journal = UsageJournal.open(options);
  // The first ones compile the code.
  for (let count = 0; count < 2_000; count += 1) writeOne(journal);
  await journal.flush();

  const startedAt = performance.now();
  const spentUs = [];
  let spoolBytes = 0;
  while (spentUs.length < REQUESTS) {
    for (let count = 0; count < AT_ONCE; count += 1) spentUs.push(writeOne(journal));
    await nextTurn();
    spoolBytes = Math.max(spoolBytes, bytesIn(spoolFolder));
  }
  const waiting = journal.waitingEvents;
  await journal.flush();
  const seconds = (performance.now() - startedAt) / 1000;
  const rollUpAt = performance.now();
  await new UsageMaintenance(dataSource).run(new Date());
  const rollUpMs = performance.now() - rollUpAt;
  spentUs.sort((left, right) => left - right);
  console.table([
    {
      requests: REQUESTS,
      'begin + finish p50 µs': quantile(spentUs, 0.5).toFixed(1),
      'p99 µs': quantile(spentUs, 0.99).toFixed(1),
      'mean µs': (spentUs.reduce((sum, value) => sum + value, 0) / REQUESTS).toFixed(1),
      'max ms': ((spentUs.at(-1) ?? 0) / 1000).toFixed(1),
      'stored/s': Math.round(REQUESTS / seconds),
      'most waiting': waiting,
      'largest spool MB': (spoolBytes / 2 ** 20).toFixed(1),
      'roll-up ms': Math.round(rollUpMs),
    },
  ]);
  console.table(await sizes(dataSource));
  await journal.close();
}

function writeOne(journal) {
  const requestId = `req_${randomUUID().replaceAll('-', '')}`;
  const startedAtMs = Date.now() - Math.floor(Math.random() * 4) * HOUR_MS;
  const tokenId = pick(TOKENS);
  const begun = {
    id: eventIdFor(requestId),
    requestId,
    startedAtMs,
    tokenId,
    owner: `owner-${tokenId.slice(0, 1)}`,
    model: pick(MODELS),
    operation: 'chat',
    format: 'openai-chat',
    channelId: '0d5e5a3c-35a5-4a27-b0a8-08f6d1b7a222',
    channel: 'main-account',
    upstreamModel: 'gpt-5-mini-2025-08-07',
    isStreamed: true,
    usage: { inputTokens: 1_200 },
    costMicroUsd: 3_000,
    priceVersion: 'built-in-2026-11-01',
    budgetAccounts: [`token:${tokenId}`, `owner:owner-${tokenId.slice(0, 1)}`, 'global'],
  };
  const attempt = {
    channel: 'main-account',
    upstreamModel: begun.upstreamModel,
    outcome: 'ok',
    durationMs: 1_234,
  };
  const ended = {
    ...begun,
    outcome: 'ok',
    isEstimated: false,
    isCacheHit: false,
    durationMs: 1_234,
    firstByteMs: 321,
    usage: { inputTokens: 1_234, cachedInputTokens: 1_024, outputTokens: 456, reasoningTokens: 64 },
    costMicroUsd: 2_345,
    attempts: Math.random() < 0.02 ? [{ ...attempt, outcome: 'upstream-overloaded' }, attempt] : [attempt],
  };
  const from = performance.now();
  journal.begin(begun).finish(ended);
  return (performance.now() - from) * 1000;
}

async function sizes(dataSource) {
  await dataSource.query('VACUUM ANALYZE usage_events');
  const [row] = await dataSource.query(`
    SELECT sum(pg_table_size(inhrelid))::float AS rows, sum(pg_indexes_size(inhrelid))::float AS indexes,
      (SELECT count(*) FROM usage_events)::float AS count,
      (SELECT count(*) FROM usage_hours)::float AS hours, pg_total_relation_size('usage_hours')::float AS hours_bytes
    FROM pg_inherits WHERE inhparent = 'usage_events'::regclass`);
  return [
    {
      'bytes per request': ((row.rows + row.indexes) / row.count).toFixed(0),
      'of that row': (row.rows / row.count).toFixed(0),
      'of that indexes': (row.indexes / row.count).toFixed(0),
      'rows of sums': row.hours,
      'bytes per sum': (row.hours_bytes / row.hours).toFixed(0),
    },
  ];
}

function bytesIn(place) {
  return readdirSync(place, { recursive: true })
    .map((name) => statSync(join(place, name), { throwIfNoEntry: false }))
    .reduce((sum, stats) => sum + (stats?.isFile() ? stats.size : 0), 0);
}

function pick(items) {
  return items[Math.floor(Math.random() * items.length)];
}

function quantile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
