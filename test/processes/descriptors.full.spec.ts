import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Exposition } from '../exposition/index.js';
import { type TestDatabase, createTestDatabase, eventually } from '../harness/index.js';
import { makeDataFolder, removeFolder } from './running-modelgate.js';
import { findFreePort } from '../small-server/index.js';

const API = fileURLToPath(new URL('../../dist/apps/api/src/main.js', import.meta.url));
const LIMIT = 150;

describe('an API process with a low limit of files and connections', () => {
  const folder = makeDataFolder();
  let database: TestDatabase;
  let api: ChildProcess;
  let port: number;
  let stderr = '';
  const sockets: Socket[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    port = await findFreePort();
    api = spawn('sh', ['-c', `ulimit -n ${LIMIT}; exec "$0" --no-warnings "$1"`, process.execPath, API], {
      env: {
        PATH: process.env['PATH'] ?? '',
        PORT: String(port),
        DATABASE_URL: database.url,
        MODELGATE_DATA_DIR: join(folder, 'data'),
        MODELGATE_SECRET_KEY: randomBytes(32).toString('base64'),
        MODELGATE_ADMIN_PASSWORD: randomBytes(12).toString('hex'),
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    api.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    await eventually(
      async () =>
        (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.status === 200 || undefined,
      30_000,
    );
  });

  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    const ended = once(api, 'exit');
    api.kill('SIGTERM');
    await ended;
    await database.drop();
    removeFolder(folder);
  });

  const findLines = (message: string): string[] =>
    stderr.split('\n').filter((line) => line.includes(`"msg":"${message}`));

  it('logs once that it has none left, and counts the time', async () => {
    for (let index = 0; index < 2 * LIMIT; index += 1) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      sockets.push(socket);
    }
    await eventually(() => findLines('this process is out of file descriptors').length > 0 || undefined);
    for (const socket of sockets.splice(0)) socket.destroy();
    await eventually(() => findLines('file descriptors are available again').length > 0 || undefined);
    expect(findLines('this process is out of file descriptors')).toHaveLength(1);
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const exposition = new Exposition(text);
    expect(exposition.value('process_max_fds')).toBe(LIMIT);
    expect(exposition.value('process_open_fds')).toBeLessThan(LIMIT);
    expect(exposition.value('modelgate_descriptor_shortage_seconds_total')).toBeGreaterThan(0);
  });
});
