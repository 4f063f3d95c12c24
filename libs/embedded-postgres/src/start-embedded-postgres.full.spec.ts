import { afterEach, describe, expect, it } from '@jest/globals';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { locateEmbeddedPostgres, startEmbeddedPostgres } from './index.js';
import { isAlive } from './process-identity.js';
import { TestHarness } from './test-harness.js';

const harness = new TestHarness();
afterEach(() => harness.cleanUp());

describe('stop', () => {
  it('ends the server, is no unexpected exit, and may be called again', async () => {
    const dataDir = harness.newDataFolder();
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

  it('works although the data folder has been deleted', async () => {
    const dataDir = harness.newDataFolder();
    const server = await harness.start(dataDir);
    rmSync(dataDir, { recursive: true, maxRetries: 5 });

    await server.stop();

    expect(isAlive(server.pid)).toBe(false);
  });
});

describe('a start that cannot succeed', () => {
  it('quotes what the server said', async () => {
    const dataDir = harness.newDataFolder();
    const server = await harness.start(dataDir);
    await server.stop();
    writeFileSync(join(server.clusterDir, 'postgresql.conf'), 'no_such_setting = 1\n');

    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/no_such_setting/);
  });

  it('says when the password is lost or wrong, and leaves no server behind', async () => {
    const dataDir = harness.newDataFolder();
    const server = await harness.start(dataDir);
    await server.stop();
    const passwordFile = join(dataDir, 'postgres-password');

    writeFileSync(passwordFile, 'guess\n');
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/refuses the password/);
    expect(locateEmbeddedPostgres(dataDir)).toBeUndefined();
    rmSync(passwordFile);
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(`put ${passwordFile} back`);
  });

  it('does not touch a folder that is no database', async () => {
    const dataDir = harness.newDataFolder();
    mkdirSync(join(dataDir, 'postgres'), { recursive: true });
    chmodSync(dataDir, 0o711);
    writeFileSync(join(dataDir, 'postgres', 'thesis.txt'), 'precious');

    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/is in the way/);
    expect(readFileSync(join(dataDir, 'postgres', 'thesis.txt'), 'utf8')).toBe('precious');
    expect(readdirSync(dataDir).toSorted()).toEqual(['postgres', 'postgres-password']);
  });
});

describe('locateEmbeddedPostgres', () => {
  it('knows the running server, and nothing else', async () => {
    const dataDir = harness.newDataFolder();
    expect(locateEmbeddedPostgres(dataDir)).toBeUndefined();
    const server = await harness.start(dataDir);
    expect(locateEmbeddedPostgres(dataDir)).toEqual({ url: server.url });
    await server.stop();
    expect(locateEmbeddedPostgres(dataDir)).toBeUndefined();
  });
});
