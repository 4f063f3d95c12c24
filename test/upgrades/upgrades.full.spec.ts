import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { listKnownMigrations } from '#database';
import { locateEmbeddedPostgres, startEmbeddedPostgres } from '#embedded-postgres';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { type TestDatabase, createEmptyDatabase } from '../harness/index.js';
import { RunningModelgate, freePort, makeDataFolder, removeFolder } from '../processes/running-modelgate.js';
import { Load } from '../topology/load.js';
import { Machine, type Program } from '../topology/machine.js';
import { THIS_CHECKOUT } from '../topology/topology.js';
import { expectWorking } from './expect-working.js';
import { RECORDED, prepareEnvironment, runWell } from './installation.js';
import { type HOLDS, killMigration } from './interrupted-migration.js';
import { listReleases, loadRelease } from './releases.js';
import { StatementLoad } from './statement-load.js';

const LANES = 3;
const releases = listReleases();
const [oldest = '', newest = ''] = [releases[0], releases.at(-1)];

/** Every release is interrupted once. The migrations after the second one build indexes concurrently. */
const CASES = releases.map((release, index): { release: string; hold: keyof typeof HOLDS } => ({
  release,
  hold: index === 1 ? 'snapshot' : 'table',
}));

let folder: string;
let environment: Record<string, string>;
const atEnd: (() => Promise<unknown>)[] = [];

beforeEach(() => {
  folder = makeDataFolder();
  environment = prepareEnvironment(folder);
});

/** Also what a failed test has left. */
afterEach(async () => {
  for (const end of atEnd.splice(0).toReversed()) await end();
  removeFolder(folder);
}, 30_000);

/** Those that are not applied yet. */
async function countPending(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rowCount } = await client.query('SELECT FROM public.migrations');
  await client.end();
  return listKnownMigrations().length - (rowCount ?? 0);
}

/** Kills a first run after some of the migrations. A release that has the schema of this version has none. */
async function interruptMigration(url: string, hold: keyof typeof HOLDS): Promise<void> {
  const pending = await countPending(url);
  if (pending === 0) return;
  await killMigration(url, environment, hold);
  const left = await countPending(url);
  expect([left > 0, left < pending]).toEqual([true, true]);
}

async function createReleased(release: string): Promise<TestDatabase> {
  const database = await createEmptyDatabase();
  atEnd.push(() => database.drop());
  environment['DATABASE_URL'] = database.url;
  await loadRelease(database.url, release);
  return database;
}

async function prepareProgram(program: Program): Promise<Machine> {
  const machine = new Machine({ name: program, program, port: await freePort(), folder, environment });
  atEnd.push(() => machine.kill());
  return machine;
}

/** An API and a worker on one machine. */
async function startPrograms(): Promise<[api: Machine, worker: Machine]> {
  const [api, worker] = [await prepareProgram('api'), await prepareProgram('worker')];
  await Promise.all([api.start(THIS_CHECKOUT), worker.start(THIS_CHECKOUT)]);
  return [api, worker];
}

describe('an installation with a database of its own', () => {
  it.each(CASES)(
    'is upgraded from $release, although the migration is killed at first',
    async ({ release, hold }) => {
      const database = await createReleased(release);
      await interruptMigration(database.url, hold);
      await runWell(['migrate'], environment);
      expect(await countPending(database.url)).toBe(0);
      const [api, worker] = await startPrograms();
      await expectWorking({ origin: api.origin, database, environment: api.environment });
      expect([await api.stop(), await worker.stop()]).toEqual([0, 0]);
    },
    120_000,
  );

  it(`is upgraded from ${newest} under load`, async () => {
    const database = await createReleased(newest);
    const statements = new StatementLoad(database.url);
    await runWell(['migrate'], environment);
    await statements.stop();
    expect(statements.failures).toEqual([]);
    expect(statements.done).toBeGreaterThan(100);
    const [api, worker] = await startPrograms();
    const load = new Load(api.origin, LANES, RECORDED.token);
    await expectWorking({ origin: api.origin, database, environment: api.environment });
    await load.stop();
    expect(load.failures).toEqual([]);
    expect(load.answered).toBeGreaterThan(20);
    expect([await api.stop(), await worker.stop()]).toEqual([0, 0]);
  }, 120_000);
});

describe('an installation with the embedded database', () => {
  it.each([oldest, newest])(
    'is upgraded from %s by a start, although a migration was killed before',
    async (release) => {
      const dataDir = join(folder, 'data');
      mkdirSync(dataDir, { mode: 0o755 });
      environment['MODELGATE_DATA_DIR'] = dataDir;
      const server = await startEmbeddedPostgres({ dataDir });
      await loadRelease(server.url, release);
      await interruptMigration(server.url, 'table');
      await server.stop();
      const running = new RunningModelgate(dataDir, environment);
      atEnd.push(() => running.stop());
      await running.ready(60_000);
      const origin = running.baseUrl.replace(/\/v1$/, '');
      const load = new Load(origin, LANES, RECORDED.token);
      const client = new Client({ connectionString: locateEmbeddedPostgres(dataDir)?.url });
      await client.connect();
      const query = async (sql: string): Promise<Record<string, unknown>[]> => (await client.query(sql)).rows;
      await expectWorking({ origin, database: { query }, environment });
      await client.end();
      await load.stop();
      expect(load.failures).toEqual([]);
      expect(await running.stop()).toBe(0);
    },
    120_000,
  );
});
