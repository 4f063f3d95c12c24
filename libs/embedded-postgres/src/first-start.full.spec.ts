import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EmbeddedPostgres, locateEmbeddedPostgres, startEmbeddedPostgres } from './index.js';
import { isRunningAsRoot } from './server-user.js';
import { query, TestHarness } from './test-harness.js';

const harness = new TestHarness();
afterEach(() => harness.cleanUp());

describe('the server of a first start', () => {
  const sharedHarness = new TestHarness();
  const dataDir = sharedHarness.newDataFolder();
  let server: EmbeddedPostgres;
  beforeAll(async () => {
    server = await sharedHarness.start(dataDir);
  });
  afterAll(() => sharedHarness.cleanUp());

  it('has a database that requires our password', async () => {
    const [row] = await query(
      server.url,
      `SELECT current_user AS user, current_database() AS database, current_setting('server_encoding') AS encoding`,
    );
    expect(row).toEqual({ user: 'modelgate_app', database: 'modelgate', encoding: 'UTF8' });
    const { password } = new URL(server.url);
    expect(server.url).toMatch(/^postgres:\/\/modelgate_app:\w+@127\.0\.0\.1:\d+\/modelgate$/);
    expect(readFileSync(join(dataDir, 'postgres-app-password'), 'utf8').trim()).toBe(password);
    await expect(query(server.url.replace(password, 'guess'), 'SELECT 1')).rejects.toMatchObject({
      code: '28P01',
    });
  });

  it('creates only the cluster and the passwords, all inaccessible to other users', async () => {
    expect(readdirSync(dataDir).toSorted()).toEqual([
      'postgres',
      'postgres-app-password',
      'postgres-password',
    ]);
    for (const file of ['postgres-password', 'postgres-app-password']) {
      expect(statSync(join(dataDir, file)).mode & 0o777).toBe(0o600);
    }
    expect(statSync(server.clusterDir).mode & 0o777).toBe(0o700);
    expect(statSync(dataDir).mode & 0o777).toBe(isRunningAsRoot() ? 0o711 : 0o700);
    expect(statSync(server.clusterDir).uid === 0).toBe(false);
  });

  it('listens only on one loopback address, and has durable settings', async () => {
    await expect(query(server.url.replace('127.0.0.1', '127.0.0.2'), 'SELECT 1')).rejects.toThrow(
      /ECONNREFUSED|EADDRNOTAVAIL|ETIMEDOUT/,
    );
    const rows = await query(
      server.administratorUrl,
      `SELECT name, setting FROM pg_settings WHERE name IN ('listen_addresses', 'unix_socket_directories',
       'max_connections', 'fsync', 'synchronous_commit', 'full_page_writes', 'shared_buffers')`,
    );
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: '200',
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      shared_buffers: '8192',
    });
  });
});

describe('a first start', () => {
  it('that runs twice at the same time in one folder ends with one server for both', async () => {
    const dataDir = harness.newDataFolder();
    const [one, other] = await Promise.all([harness.start(dataDir), harness.start(dataDir)]);

    expect(one.url).toBe(other.url);
    expect(one.pid).toBe(other.pid);
    expect(readdirSync(dataDir).toSorted()).toEqual([
      'postgres',
      'postgres-app-password',
      'postgres-password',
    ]);
  });

  it('removes leftovers of an interrupted start, but not those of a running process', async () => {
    const dataDir = harness.newDataFolder();
    mkdirSync(join(dataDir, 'postgres.making-999999999-abc', 'cluster'), { recursive: true, mode: 0o711 });
    chmodSync(dataDir, 0o711);
    writeFileSync(join(dataDir, 'postgres.making-999999999-abc', 'cluster', 'PG_VERSION'), '18\n');
    mkdirSync(join(dataDir, 'postgres.discarded-def'));
    const othersWork = `postgres.making-${process.ppid}-abc`;
    mkdirSync(join(dataDir, othersWork));

    const server = await harness.start(dataDir);

    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(readdirSync(dataDir).toSorted()).toEqual(
      ['postgres', othersWork, 'postgres-app-password', 'postgres-password'].toSorted(),
    );
  });
});

describe('a data folder that only its owner can enter', () => {
  it('is used if we are the owner; as root, the database is in another folder, which is reported', async () => {
    const dataDir = harness.newDataFolder(0o700);
    const progress: string[] = [];
    const server = await harness.start(dataDir, (line) => progress.push(line));

    if (isRunningAsRoot()) {
      const id = readFileSync(join(dataDir, 'cluster-id'), 'utf8').trim();
      expect(server.clusterDir).toBe(`/var/lib/modelgate/${id}`);
      expect(progress).toEqual([expect.stringContaining(server.clusterDir)]);
    } else {
      expect(server.clusterDir).toBe(join(dataDir, 'postgres'));
      expect(progress).toEqual([]);
    }
    expect(locateEmbeddedPostgres(dataDir)).toEqual({ url: server.url });
    await query(server.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await server.stop();
    const again = await startEmbeddedPostgres({ dataDir });
    const rows = await query(again.url, 'SELECT answer FROM kept').finally(() => again.stop());
    expect(rows).toEqual([{ answer: 42 }]);

    // After the data folder was removed, the next start is a first start.
    rmSync(dataDir, { recursive: true });
    const newServer = await harness.start(dataDir);
    await expect(query(newServer.url, 'SELECT answer FROM kept')).rejects.toMatchObject({ code: '42P01' });
  });
});
