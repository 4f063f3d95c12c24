import { afterEach, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { locateEmbeddedPostgres } from './index.js';
import { isAlive, isKnownToKernel } from './process-identity.js';
import { query, TestHarness, until } from './test-harness.js';

const harness = new TestHarness();
afterEach(() => harness.cleanUp());

function writePostmasterFile(clusterDir: string, pid: number): void {
  writeFileSync(
    join(clusterDir, 'postmaster.pid'),
    `${pid}\n${clusterDir}\n1\n5432\n\n127.0.0.1\n  1  1\nready   \n`,
  );
}

async function createZombie(clusterDir: string): Promise<number> {
  const shell = await harness.spawnAsOwnerOf(clusterDir, 'sleep 60 & echo $!; exec sleep 60');
  // From here on it is a program that knows nothing of the child it has.
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
  it('finds the data again, on whichever port', async () => {
    const dataDir = harness.newDataFolder();
    const first = await harness.start(dataDir);
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    truncateSync(join(first.clusterDir, 'server.log'), 11 * 1024 * 1024);

    const second = await harness.start(dataDir);

    expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    expect(statSync(join(first.clusterDir, 'server.log')).size).toBeLessThan(100_000);
  });

  it('takes over a server that is still running', async () => {
    const dataDir = harness.newDataFolder();
    const first = await harness.start(dataDir);
    const progress: string[] = [];

    const second = await harness.start(dataDir, (line) => progress.push(line));

    expect(second.pid).toBe(first.pid);
    expect(second.url).toBe(first.url);
    expect(progress).toEqual([expect.stringContaining('is used again')]);
  });

  it('waits for a server that is stopping, then runs a new one', async () => {
    const dataDir = harness.newDataFolder();
    const first = await harness.start(dataDir);
    const client = new Client({ connectionString: first.url, ssl: false });
    await client.connect();
    // The smart shutdown, which waits for our client.
    process.kill(first.pid, 'SIGTERM');
    await until(() => readFileSync(join(first.clusterDir, 'postmaster.pid'), 'utf8').includes('stopping'));

    const starting = harness.start(dataDir);
    expect(await Promise.race([starting, delay(300)])).toBeUndefined();
    await client.end();

    const second = await starting;
    expect(second.pid).not.toBe(first.pid);
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('recovers from kill -9 of the server, which is noticed once', async () => {
    const dataDir = harness.newDataFolder();
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

  it('is not misled by a pid file that names an unrelated process', async () => {
    const dataDir = harness.newDataFolder();
    const first = await harness.start(dataDir);
    await first.stop();
    const stranger = await harness.spawnAsOwnerOf(first.clusterDir, 'echo here; exec sleep 60');
    writePostmasterFile(first.clusterDir, stranger.pid);
    expect(locateEmbeddedPostgres(dataDir)).toBeUndefined();

    const second = await harness.start(dataDir);

    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(isAlive(stranger.pid)).toBe(true);
  });

  it('is not misled by a pid file that names a zombie', async () => {
    const dataDir = harness.newDataFolder();
    const first = await harness.start(dataDir);
    await first.stop();
    const zombie = await createZombie(first.clusterDir);
    expect(isKnownToKernel(zombie)).toBe(true);
    writePostmasterFile(first.clusterDir, zombie);

    const second = await harness.start(dataDir);

    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});
