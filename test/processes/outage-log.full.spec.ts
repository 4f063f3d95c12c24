import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestDatabase, createTestDatabase, eventually } from '../harness/index.js';
import { CuttingProxy } from './cutting-proxy.js';
import { listChildren } from './process-tree.js';
import { RunningModelgate, makeDataFolder, removeFolder } from './running-modelgate.js';

const OUTAGE_MS = 8_000;

interface LogLine {
  level: number;
  name: string;
  msg: string;
  logLevel?: string;
  queue?: string;
}

describe('the log', () => {
  const folder = makeDataFolder();
  let database: TestDatabase;
  let proxy: CuttingProxy;
  let modelgate: RunningModelgate;

  beforeAll(async () => {
    database = await createTestDatabase();
    proxy = await CuttingProxy.start(database.url);
    modelgate = new RunningModelgate(`${folder}/data`, {
      DATABASE_URL: proxy.url,
      MODELGATE_SECRET_KEY: randomBytes(32).toString('base64'),
      MODELGATE_API_PROCESSES: '2',
      MODELGATE_LOG_LEVEL: 'warn',
    });
    await modelgate.ready();
  });

  afterAll(async () => {
    await modelgate.stop();
    await proxy.stop();
    await database.drop();
    removeFolder(folder);
  });

  const lines = (): LogLine[] =>
    modelgate.stderr
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as LogLine);

  const changes = (): LogLine[] => lines().filter(({ msg }) => msg === 'log level changed');

  async function sendChat(): Promise<void> {
    const response = await fetch(`${modelgate.baseUrl}/models`, {
      headers: { authorization: `Bearer ${modelgate.token}` },
    });
    await response.text();
  }

  it('has the level of the environment, and a lower one for as long as a signal requests it', async () => {
    const all = 2 + listChildren(modelgate.childPid('api')).length + 1;
    await sendChat();
    expect(lines().filter(({ level }) => level < 40)).toEqual([]);
    process.kill(modelgate.supervisorPid, 'SIGUSR2');
    await eventually(() => changes().length === all);
    expect(changes().map(({ logLevel }) => logLevel)).toEqual(Array(all).fill('debug'));
    await sendChat();
    await eventually(() => lines().some(({ msg }) => msg === 'request'));
    process.kill(modelgate.supervisorPid, 'SIGUSR2');
    await eventually(() => changes().length === 2 * all);
    const before = lines().length;
    await sendChat();
    await sleep(300);
    expect(
      lines()
        .slice(before)
        .filter(({ level }) => level < 40),
    ).toEqual([]);
  });

  it('reports an outage of the database once, from each process and for each function that stops', async () => {
    process.kill(modelgate.supervisorPid, 'SIGUSR2');
    await eventually(() => changes().length % 2 === 1);
    const before = lines().length;
    proxy.takeDown();
    await sleep(OUTAGE_MS);
    const during = lines()
      .slice(before)
      .filter(({ level }) => level >= 40);
    const counts = new Map<string, number>();
    for (const { name, msg, queue } of during) {
      const what = `${name}: ${queue === undefined ? msg : `${msg} (${queue})`}`;
      counts.set(what, (counts.get(what) ?? 0) + 1);
    }
    expect(counts.get('worker: due tasks could not be loaded')).toBe(1);
    // One line of each of the two API processes and of their supervisor.
    expect([...counts].filter(([, count]) => count > 3)).toEqual([]);
    expect([...counts].filter(([what, count]) => what.startsWith('worker') && count > 1)).toEqual([]);
    proxy.restore();
    await eventually(() => lines().some(({ msg }) => msg === 'due tasks are loaded again'), 30_000);
    expect(lines().filter(({ msg }) => msg === 'due tasks are loaded again')).toHaveLength(1);
  });
});
