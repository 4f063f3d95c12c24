import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { query, TestBench, until } from './test-bench.js';

const bench = new TestBench();
const program = realpathSync(mkdtempSync(join(tmpdir(), 'embedded-postgres-program-')));

/** The library as plain JavaScript, for a process of its own that can be killed. */
beforeAll(() => {
  const swc = resolve('node_modules/@swc/cli/bin/swc.js');
  const source = resolve('libs/embedded-postgres/src');
  const options = ['-d', program, '--config-file', resolve('.swcrc'), '--ignore', '**/*.spec.ts'];
  const { status } = spawnSync(process.execPath, [swc, '.', ...options], { cwd: source });
  expect(status).toBe(0);
  symlinkSync(resolve('node_modules'), join(program, 'node_modules'));
  writeFileSync(join(program, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(program, 'starter.js'),
    `import { startEmbeddedPostgres } from './index.js';
     const { pid } = await startEmbeddedPostgres({ dataDir: process.argv[2] });
     process.stdout.write(String(pid));
     setInterval(() => undefined, 1000);`,
  );
});
afterEach(() => bench.cleanUp());
afterAll(() => rmSync(program, { recursive: true }));

function spawnStarter(dataDir: string): ChildProcess {
  return spawn(process.execPath, [join(program, 'starter.js'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function kill(starter: ChildProcess): Promise<void> {
  const exit = once(starter, 'exit');
  starter.kill('SIGKILL');
  await exit;
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    // Not there yet, or changing under our eyes.
    return [];
  }
}

describe('after kill -9 of the process that started it', () => {
  it('the server lives on and is taken over', async () => {
    const dataDir = bench.newDataFolder();
    const starter = spawnStarter(dataDir);
    const [pid] = (await once(starter.stdout ?? starter, 'data')) as [Buffer];
    await kill(starter);

    const server = await bench.start(dataDir);

    expect(String(server.pid)).toBe(pid.toString());
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it.each([
    ['before the cluster is begun', /^postgres-password$/],
    ['while the cluster is made', /cluster\/base\/1\/PG_VERSION$/],
    ['when the cluster is in place', /^postgres\/PG_VERSION$/],
    ['while the server starts', /^postgres\/postmaster\.pid$/],
  ])('%s, the next start ends well', async (_moment, sign) => {
    const dataDir = bench.newDataFolder();
    const starter = spawnStarter(dataDir);
    await until(() => entriesOf(dataDir).some((entry) => sign.test(entry)));
    await kill(starter);

    const server = await bench.start(dataDir);

    expect(await query(server.url, 'SELECT current_database() AS name')).toEqual([{ name: 'modelgate' }]);
    expect(readdirSync(dataDir).toSorted()).toEqual(['postgres', 'postgres-password']);
  });
});
