import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { locateEmbeddedPostgres, startEmbeddedPostgres } from './index.js';
import { findChildren, isAlive, isKnownToKernel } from './process-identity.js';
import { stopPostmaster } from './stop-postmaster.js';
import { DataFolderTemplate, query, TestHarness, until } from './test-harness.js';

const QUICK = { fastMs: 500, immediateMs: 7_000, killMs: 3_000 };

const harness = new TestHarness();
let template: DataFolderTemplate;
beforeAll(async () => {
  template = await DataFolderTemplate.make();
});
afterEach(() => harness.cleanUp());
afterAll(() => template.remove());

/** For tests that run concurrently, because they mostly wait for timeouts. */
async function onServer(test: (ownHarness: TestHarness, dataDir: string) => Promise<void>): Promise<void> {
  const ownHarness = new TestHarness();
  try {
    await test(ownHarness, template.copyInto(ownHarness));
  } finally {
    await ownHarness.cleanUp();
  }
}

function writePostmasterFile(clusterDir: string, pid: number): void {
  writeFileSync(
    join(clusterDir, 'postmaster.pid'),
    `${pid}\n${clusterDir}\n1\n5432\n\n127.0.0.1\n  1  1\nready   \n`,
  );
}

async function createZombie(clusterDir: string): Promise<number> {
  const shell = await harness.spawnAsOwnerOf(clusterDir, 'sleep 60 & echo $!; exec sleep 60');
  // The shell is now replaced by `sleep`, which does not reap its child.
  await until(() => toCommand(shell.pid).includes('sleep'));
  const zombie = Number(shell.firstLine);
  process.kill(zombie, 'SIGKILL');
  await until(() => toState(zombie).startsWith('Z'));
  return zombie;
}

function toCommand(pid: number): string {
  return spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
}

function toState(pid: number): string {
  return spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
}

describe('a later start', () => {
  it('finds the data again, on any port', async () => {
    const dataDir = template.copyInto(harness);
    const first = await harness.start(dataDir);
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    truncateSync(join(first.clusterDir, 'server.log'), 11 * 1024 * 1024);

    const second = await harness.start(dataDir);

    expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    expect(statSync(join(first.clusterDir, 'server.log')).size).toBeLessThan(100_000);
  });

  it('reuses a server that is still running', async () => {
    const dataDir = template.copyInto(harness);
    const first = await harness.start(dataDir);
    const progress: string[] = [];

    const second = await harness.start(dataDir, (line) => progress.push(line));

    expect(second.pid).toBe(first.pid);
    expect(second.url).toBe(first.url);
    expect(progress).toEqual([expect.stringContaining('is reused')]);
  });

  it('waits for a server that is stopping, then runs a new one', async () => {
    const dataDir = template.copyInto(harness);
    const first = await harness.start(dataDir);
    const client = new Client({ connectionString: first.url, ssl: false });
    await client.connect();
    // SIGTERM is the smart shutdown, which waits for our client.
    process.kill(first.pid, 'SIGTERM');
    await until(() => readFileSync(join(first.clusterDir, 'postmaster.pid'), 'utf8').includes('stopping'));

    const starting = harness.start(dataDir);
    expect(await Promise.race([starting, delay(300)])).toBeUndefined();
    await client.end();

    const second = await starting;
    expect(second.pid).not.toBe(first.pid);
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('recovers from kill -9 of the server, which is reported once', async () => {
    const dataDir = template.copyInto(harness);
    const first = await harness.start(dataDir);
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    let exits = 0;
    first.onExit(() => (exits += 1));

    process.kill(first.pid, 'SIGKILL');
    const second = await harness.start(dataDir);

    expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    await until(() => exits > 0);
    let lateExits = 0;
    first.onExit(() => (lateExits += 1));
    await until(() => lateExits > 0);
    expect([exits, lateExits]).toEqual([1, 1]);
  });

  it('ignores a pid file with an unrelated process', async () => {
    const dataDir = template.copyInto(harness);
    const clusterDir = join(dataDir, 'postgres');
    const unrelated = await harness.spawnAsOwnerOf(clusterDir, 'echo here; exec sleep 60');
    writePostmasterFile(clusterDir, unrelated.pid);
    expect(locateEmbeddedPostgres(dataDir)).toBeUndefined();

    const server = await harness.start(dataDir);

    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(isAlive(unrelated.pid)).toBe(true);
  });

  it('ignores a pid file with a zombie', async () => {
    const dataDir = template.copyInto(harness);
    const clusterDir = join(dataDir, 'postgres');
    const zombie = await createZombie(clusterDir);
    expect(isKnownToKernel(zombie)).toBe(true);
    writePostmasterFile(clusterDir, zombie);

    const server = await harness.start(dataDir);

    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

describe('stop', () => {
  it('ends the server, does not count as an unexpected exit, and can be called again', async () => {
    const dataDir = template.copyInto(harness);
    const server = await harness.start(dataDir);
    let exits = 0;
    server.onExit(() => (exits += 1));

    await Promise.all([server.stop(), server.stop()]);
    await server.stop();

    expect(isAlive(server.pid)).toBe(false);
    expect(existsSync(join(server.clusterDir, 'postmaster.pid'))).toBe(false);
    await delay(600);
    expect(exits).toBe(0);
  });

  it('works after the data folder was deleted', async () => {
    const dataDir = template.copyInto(harness);
    const server = await harness.start(dataDir);
    rmSync(dataDir, { recursive: true, maxRetries: 5 });

    await server.stop();

    expect(isAlive(server.pid)).toBe(false);
  });
});

describe('a start that cannot succeed', () => {
  it('quotes the output of the server', async () => {
    const dataDir = template.copyInto(harness);
    writeFileSync(join(dataDir, 'postgres', 'postgresql.conf'), 'no_such_setting = 1\n');

    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/no_such_setting/);
  });

  it('reports a missing or wrong password, and leaves no server running', async () => {
    const dataDir = template.copyInto(harness);
    const passwordFile = join(dataDir, 'postgres-password');

    writeFileSync(passwordFile, 'guess\n');
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/rejects the password/);
    expect(locateEmbeddedPostgres(dataDir)).toBeUndefined();
    rmSync(passwordFile);
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(`restore ${passwordFile}`);
  });

  it('does not change a folder that is not a database', async () => {
    const dataDir = harness.newDataFolder();
    mkdirSync(join(dataDir, 'postgres'), { recursive: true });
    chmodSync(dataDir, 0o711);
    writeFileSync(join(dataDir, 'postgres', 'thesis.txt'), 'precious');

    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
      /exists, but is not a PostgreSQL database/,
    );
    expect(readFileSync(join(dataDir, 'postgres', 'thesis.txt'), 'utf8')).toBe('precious');
    expect(readdirSync(dataDir).toSorted()).toEqual(['postgres', 'postgres-password']);
  });
});

describe('locateEmbeddedPostgres', () => {
  it('finds only a running server', async () => {
    const dataDir = template.copyInto(harness);
    expect(locateEmbeddedPostgres(harness.newDataFolder())).toBeUndefined();
    expect(locateEmbeddedPostgres(dataDir)).toBeUndefined();
    const server = await harness.start(dataDir);
    expect(locateEmbeddedPostgres(dataDir)).toEqual({ url: server.url });
    await server.stop();
    expect(locateEmbeddedPostgres(dataDir)).toBeUndefined();
  });
});

// These are last, so that the other tests run meanwhile.
describe('a server that hangs', () => {
  it.concurrent.each(['postmaster', 'backend', 'postmaster and backend'])(
    'ends with all of its processes, although its %s is stopped',
    (which) =>
      onServer(async (ownHarness, dataDir) => {
        const server = await ownHarness.start(dataDir);
        await query(server.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
        const client = new Client({ connectionString: server.url, ssl: false });
        client.on('error', () => undefined);
        await client.connect();
        const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
        const backend = Number(rows[0]?.pid);
        const processes = [server.pid, ...findChildren(server.pid)];
        expect(processes).toContain(backend);
        if (which.includes('backend')) process.kill(backend, 'SIGSTOP');
        if (which.includes('postmaster')) process.kill(server.pid, 'SIGSTOP');

        await stopPostmaster(server.pid, server.clusterDir, QUICK);

        await until(() => !processes.some(isAlive));
        const again = await ownHarness.start(dataDir);
        expect(await query(again.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
      }),
    60_000,
  );

  it.concurrent(
    'is replaced by a later start if it runs but does not respond',
    () =>
      onServer(async (ownHarness, dataDir) => {
        const first = await ownHarness.start(dataDir);
        await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
        process.kill(first.pid, 'SIGSTOP');

        const second = await ownHarness.start(dataDir);

        expect(isAlive(first.pid)).toBe(false);
        expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
      }),
    120_000,
  );
});
