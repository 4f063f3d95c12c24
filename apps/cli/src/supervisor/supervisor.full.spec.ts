import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { DataFolderLock, type LockRecord } from './data-folder-lock.js';
import { isAlive } from './process-identity.js';
import { Supervisor } from './supervisor.js';
import { eventually } from '../../../../test/eventually/index.js';

const logger = pino({ level: 'silent' });

/** Writes its events to a file. `MODE` selects its behaviour. */
const childProgram = `
import { appendFileSync } from 'node:fs';
const note = (event) => appendFileSync(process.env.NOTES, JSON.stringify({ event, pid: process.pid, url: process.env.DATABASE_URL }) + '\\n');
process.on('SIGTERM', () => {
  note('SIGTERM');
  if (process.env.MODE !== 'stubborn') process.exit(0);
});
process.on('message', ({ url }) => {
  if (url !== undefined) note('received ' + url);
  process.send({ type: 'pong', isDebugged: false });
});
process.on('SIGUSR2', () => {
  note('stuck');
  for (;;);
});
note('start');
if (process.env.MODE === 'misconfigured') process.exit(78);
if (process.env.MODE === 'failing') process.exit(1);
setInterval(() => {}, 1000);
if (process.env.MODELGATE_DATABASE_FOLLOWS) process.send({ type: 'where is the database' });
process.send({ type: 'ready' });
note('ready');
`;

interface Note {
  event: string;
  pid: number;
  url?: string;
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
}

describe('Supervisor', () => {
  let dataDir: string;
  let notesFile: string;
  let lock: DataFolderLock;
  let printed: string[];
  let supervisor: Supervisor;
  let running: Promise<number>;
  let databaseStarts: (number | undefined)[];
  let databaseStopped: boolean;
  let loseDatabase: () => void;

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'modelgate-supervisor-'));
    notesFile = join(dataDir, 'notes');
    appendFileSync(notesFile, '');
    writeFileSync(join(dataDir, 'child.mjs'), childProgram);
    lock = DataFolderLock.acquire(dataDir, 3000);
    printed = [];
    databaseStarts = [];
    databaseStopped = false;
  });

  afterEach(async () => {
    supervisor.requestStop(0);
    supervisor.killChildren();
    await running;
    rmSync(dataDir, { recursive: true });
  });

  function start(
    mode: string,
    {
      ports = [5001],
      requestsDatabaseUrl = false,
      hasLowPriority = false,
      databaseReady = () => Promise.resolve(),
    } = {},
  ): void {
    supervisor = new Supervisor({
      config: { dataDir, database: { kind: 'embedded' } },
      environment: { NOTES: notesFile, MODE: mode },
      programs: [{ name: 'api', entry: join(dataDir, 'child.mjs'), requestsDatabaseUrl, hasLowPriority }],
      lock,
      startDatabase: async ({ preferredPort, signal }) => {
        const port = ports[databaseStarts.length];
        databaseStarts.push(preferredPort);
        if (port === undefined) return untilAborted(signal);
        await databaseReady();
        return {
          url: `postgres://127.0.0.1:${port}/x`,
          administratorUrl: `postgres://127.0.0.1:${port}/x`,
          pid: 1,
          clusterDir: dataDir,
          onExit: (listener) => (loseDatabase = listener),
          stop: () => {
            databaseStopped = !children().some(isAlive);
            return Promise.resolve();
          },
        };
      },
      print: (line) => printed.push(line),
      logger,
      watchdogLimits: { intervalMs: 50, silenceMs: 1_500 },
    });
    running = supervisor.run();
  }

  const notes = (event: string): Note[] =>
    readFileSync(notesFile, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Note)
      .filter((note) => note.event === event);

  const children = (): LockRecord['children'] =>
    (JSON.parse(readFileSync(join(dataDir, 'supervisor.json'), 'utf8')) as LockRecord).children;

  it('starts a child that requests the database URL before the database, and sends the URL later', async () => {
    let isReady = false;
    start('good', {
      requestsDatabaseUrl: true,
      databaseReady: async () => void (await eventually(() => isReady)),
    });
    await eventually(() => notes('ready').length === 1);
    expect(notes('ready')[0]?.url).toBeUndefined();
    isReady = true;
    await eventually(() => notes('received postgres://127.0.0.1:5001/x').length === 1);
  });

  it('lets other processes go before a child whose work can wait', async () => {
    start('good', { hasLowPriority: true });
    await eventually(() => notes('ready').length === 1);
    const { pid } = notes('ready')[0] ?? {};
    expect(getPriority(pid)).toBe(getPriority() + 5);
  });

  it('ends a child that requests the database URL if the database does not start', async () => {
    start('good', { requestsDatabaseUrl: true, databaseReady: () => Promise.reject(new Error('no room')) });
    await expect(running).rejects.toThrow('The embedded database did not start: no room');
    expect(children()).toEqual([]);
    running = Promise.resolve(0);
  });

  it('starts the children with the database URL, records them, and stops the database last', async () => {
    start('good');
    await eventually(() => notes('ready').length === 1);
    const [ready] = notes('ready');
    expect(ready?.url).toBe('postgres://127.0.0.1:5001/x');
    expect(children()).toMatchObject([{ name: 'api', pid: ready?.pid }]);
    supervisor.requestStop(0);
    await expect(running).resolves.toBe(0);
    expect(notes('SIGTERM')).toHaveLength(1);
    expect(databaseStopped).toBe(true);
    expect(children()).toEqual([]);
  });

  it('restarts a killed child', async () => {
    start('good');
    await eventually(() => notes('ready').length === 1);
    process.kill(Number(children()[0]?.pid), 'SIGKILL');
    await eventually(() => notes('ready').length === 2);
    expect(children()[0]?.pid).toBe(notes('ready')[1]?.pid);
  });

  it.each(['SIGUSR2', 'SIGSTOP'] as const)('restarts a child that is blocked by %s', async (signal) => {
    start('good');
    await eventually(() => notes('ready').length === 1);
    const pid = Number(children()[0]?.pid);
    process.kill(pid, signal);
    await eventually(() => notes('ready').length === 2);
    expect(notes('ready')[1]?.pid).not.toBe(pid);
    expect(notes('SIGTERM')).toEqual([]);
  });

  it.each(['SIGUSR2', 'SIGSTOP'] as const)('stops if a child is blocked by %s', async (signal) => {
    start('good');
    await eventually(() => notes('ready').length === 1);
    process.kill(Number(children()[0]?.pid), signal);
    // A process that received SIGSTOP cannot write an event.
    if (signal === 'SIGUSR2') await eventually(() => notes('stuck').length === 1);
    supervisor.requestStop(0);
    await expect(running).resolves.toBe(1);
    expect(databaseStopped).toBe(true);
  });

  it('stops with the exit code of a child with an invalid configuration', async () => {
    start('misconfigured');
    await expect(running).resolves.toBe(78);
    expect(notes('start')).toHaveLength(1);
    expect(databaseStopped).toBe(true);
  });

  it('continues to restart a child that is never ready, and prints one message', async () => {
    start('failing');
    await eventually(() => printed.length === 1);
    expect(notes('start')).toHaveLength(5);
    expect(printed[0]).toContain('The api exited 5 times before it was ready');
  });

  it('kills a child that does not stop', async () => {
    start('stubborn');
    await eventually(() => notes('ready').length === 1);
    supervisor.requestStop(0);
    await eventually(() => notes('SIGTERM').length === 1);
    supervisor.killChildren();
    await expect(running).resolves.toBe(1);
    expect(databaseStopped).toBe(true);
  });

  it('restarts the database on the same port without restarting the children', async () => {
    start('good', { ports: [5001, 5001] });
    await eventually(() => notes('ready').length === 1);
    loseDatabase();
    await eventually(() => databaseStarts.length === 2);
    supervisor.requestStop(0);
    await running;
    expect(databaseStarts).toEqual([undefined, 5001]);
    expect(notes('start')).toHaveLength(1);
  });

  it('restarts the children if the database URL has changed', async () => {
    start('good', { ports: [5001, 5002] });
    await eventually(() => notes('ready').length === 1);
    loseDatabase();
    await eventually(() => notes('ready').length === 2);
    expect(notes('ready')[1]?.url).toBe('postgres://127.0.0.1:5002/x');
    expect(notes('SIGTERM')).toHaveLength(1);
  });

  it('stops while the database is starting', async () => {
    start('good', { ports: [] });
    await eventually(() => databaseStarts.length === 1);
    supervisor.requestStop(0);
    await expect(running).resolves.toBe(0);
    expect(notes('start')).toEqual([]);
  });

  it('starts no child if it is stopped before the database runs', async () => {
    start('good');
    supervisor.requestStop(0);
    await expect(running).resolves.toBe(0);
    expect(notes('start')).toEqual([]);
    expect(existsSync(join(dataDir, 'supervisor.json'))).toBe(true);
  });
});
