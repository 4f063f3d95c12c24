import { afterEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { findChildren, isAlive } from './process-identity.js';
import { stopPostmaster } from './stop-postmaster.js';
import { query, TestHarness, until } from './test-harness.js';

const QUICK = { fastMs: 500, immediateMs: 7_000, killMs: 3_000 };

const harness = new TestHarness();
afterEach(() => harness.cleanUp());

describe('stopPostmaster', () => {
  it.each(['postmaster', 'backend', 'postmaster and backend'])(
    'ends a server whose %s is stopped, and all of its processes',
    async (which) => {
      const dataDir = harness.newDataFolder();
      const server = await harness.start(dataDir);
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
      const again = await harness.start(dataDir);
      expect(await query(again.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    },
    60_000,
  );
});

describe('a later start', () => {
  it('replaces a server that runs but does not answer', async () => {
    const dataDir = harness.newDataFolder();
    const first = await harness.start(dataDir);
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    process.kill(first.pid, 'SIGSTOP');

    const second = await harness.start(dataDir);

    expect(isAlive(first.pid)).toBe(false);
    expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  }, 120_000);
});
