import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { listKnownMigrations } from '#database';
import { locateEmbeddedPostgres, startEmbeddedPostgres } from '#embedded-postgres';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { type TestDatabase, createEmptyDatabase, eventually } from '../harness/index.js';
import { RunningModelgate, makeDataFolder, removeFolder } from '../processes/running-modelgate.js';
import { findFreePort } from '../small-server/index.js';
import { Load } from '../topology/load.js';
import { Machine, type Program } from '../topology/machine.js';
import { THIS_CHECKOUT } from '../topology/topology.js';
import { expectWorking } from './expect-working.js';
import { RECORDED, prepareEnvironment, runSuccessfully } from './installation.js';
import { type HOLDS, killMigration } from './interrupted-migration.js';
import { listReleases, loadRelease } from './releases.js';
import { StatementLoad } from './statement-load.js';

const LANES = 3;
const releases = listReleases();
const newest = releases.at(-1) ?? '';

/**
 * Every release is interrupted once, the newest one with the embedded database. The migrations after the second one
 * build indexes concurrently.
 */
const CASES = releases.slice(0, -1).map((release, index): { release: string; hold: keyof typeof HOLDS } => ({
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

/** Also files and processes of a failed test. */
afterEach(async () => {
  for (const end of atEnd.splice(0).toReversed()) await end();
  removeFolder(folder);
});

/** The number of migrations that are not applied yet. */
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
  const machine = new Machine({ name: program, program, port: await findFreePort(), folder, environment });
  atEnd.push(() => machine.kill());
  return machine;
}

/** An API and a worker on one machine. */
async function startPrograms(): Promise<[api: Machine, worker: Machine]> {
  const [api, worker] = [await prepareProgram('api'), await prepareProgram('worker')];
  await Promise.all([api.start(THIS_CHECKOUT), worker.start(THIS_CHECKOUT)]);
  return [api, worker];
}

describe('an installation with an external database', () => {
  it.each(CASES)(
    'is upgraded from $release, although the migration is killed at first',
    async ({ release, hold }) => {
      const database = await createReleased(release);
      await interruptMigration(database.url, hold);
      await runSuccessfully(['migrate'], environment);
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
    await runSuccessfully(['migrate'], environment);
    await eventually(() => statements.done > 100);
    await statements.stop();
    expect(statements.failures).toEqual([]);
    const [api, worker] = await startPrograms();
    const load = new Load(api.origin, LANES, RECORDED.token);
    await expectWorking({ origin: api.origin, database, environment: api.environment });
    await eventually(() => load.answered > 20);
    await load.stop();
    expect(load.failures).toEqual([]);
    expect([await api.stop(), await worker.stop()]).toEqual([0, 0]);
  });
});

describe('an installation with the embedded database', () => {
  it(`is upgraded from ${newest} by a start, although a migration was killed before`, async () => {
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir, { mode: 0o755 });
    environment['MODELGATE_DATA_DIR'] = dataDir;
    const server = await startEmbeddedPostgres({ dataDir });
    await loadRelease(server.url, newest);
    await interruptMigration(server.url, 'table');
    await server.stop();
    const running = new RunningModelgate(dataDir, environment);
    atEnd.push(() => running.stop());
    await running.ready();
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
  });
});
