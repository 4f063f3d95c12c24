import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { query, TestHarness, until } from './test-harness.js';

const harness = new TestHarness();
const program = realpathSync(mkdtempSync(join(tmpdir(), 'embedded-postgres-program-')));

/** Runs the built library in a separate process that can be killed. */
beforeAll(() => {
  const library = pathToFileURL(resolve('dist/libs/embedded-postgres/src/index.js')).href;
  writeFileSync(
    join(program, 'starter.mjs'),
    `import { startEmbeddedPostgres } from '${library}';
     const { pid } = await startEmbeddedPostgres({ dataDir: process.argv[2] });
     process.stdout.write(String(pid));
     setInterval(() => undefined, 1000);`,
  );
});
afterEach(() => harness.cleanUp());
afterAll(() => rmSync(program, { recursive: true }));

function spawnStarter(dataDir: string): ChildProcess {
  return spawn(process.execPath, [join(program, 'starter.mjs'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function kill(starter: ChildProcess): Promise<void> {
  const exit = once(starter, 'exit');
  starter.kill('SIGKILL');
  await exit;
}

function toEntries(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    // The folder does not exist yet, or changes while it is read.
    return [];
  }
}

describe('after kill -9 of the process that started it', () => {
  it('the server continues to run and is reused', async () => {
    const dataDir = harness.newDataFolder();
    const starter = spawnStarter(dataDir);
    const [pid] = (await once(starter.stdout ?? starter, 'data')) as [Buffer];
    await kill(starter);

    const server = await harness.start(dataDir);

    expect(String(server.pid)).toBe(pid.toString());
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it.each([
    ['before the cluster is created', /^postgres-password$/],
    ['while the cluster is being created', /cluster\/base\/1\/PG_VERSION$/],
    ['when the cluster is complete', /^postgres\/PG_VERSION$/],
    ['while the server starts', /^postgres\/postmaster\.pid$/],
  ])('%s, the next start succeeds', async (_moment, sign) => {
    const dataDir = harness.newDataFolder();
    const starter = spawnStarter(dataDir);
    await until(() => toEntries(dataDir).some((entry) => sign.test(entry)));
    await kill(starter);

    const server = await harness.start(dataDir);

    expect(await query(server.url, 'SELECT current_database() AS name')).toEqual([{ name: 'modelgate' }]);
    expect(readdirSync(dataDir).toSorted()).toEqual([
      'postgres',
      'postgres-app-password',
      'postgres-password',
    ]);
  });
});
