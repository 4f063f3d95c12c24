import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestDatabase, createTestDatabase, eventually } from '../harness/index.js';
import { CuttingProxy } from './cutting-proxy.js';
import { cpuMs } from './process-tree.js';
import { RunningModelgate, makeDataFolder, removeFolder } from './running-modelgate.js';

const OUTAGE_MS = 2_000;

describe('a queue whose connections are cut while the worker starts', () => {
  const folder = makeDataFolder();
  let database: TestDatabase;
  let proxy: CuttingProxy;
  let modelgate: RunningModelgate;

  beforeAll(async () => {
    database = await createTestDatabase();
    proxy = await CuttingProxy.start(database.url);
    proxy.isCutting = true;
    modelgate = new RunningModelgate(`${folder}/data`, {
      DATABASE_URL: proxy.url,
      MODELGATE_SECRET_KEY: randomBytes(32).toString('base64'),
    });
    await modelgate.ready();
  });

  afterAll(async () => {
    await modelgate.stop();
    await proxy.stop();
    await database.drop();
    removeFolder(folder);
  });

  const logLines = (): string[] => modelgate.stderr.split('\n').filter((line) => line !== '');

  const returns = (): string[] =>
    logLines().filter(
      (line) => line.includes('"name":"worker"') && line.includes('"msg":"the queue is reachable again"'),
    );

  it('causes neither a busy loop nor a flood in the log', async () => {
    await eventually(() => proxy.cuts > 0 || undefined);
    const worker = modelgate.childPid('worker');
    const [cpuBefore, linesBefore] = [cpuMs(worker), logLines().length];
    await sleep(OUTAGE_MS);
    expect(logLines().length - linesBefore).toBeLessThan(50);
    expect(cpuMs(worker) - cpuBefore).toBeLessThan(OUTAGE_MS / 2);
  });

  it('delays neither videos nor maintenance', async () => {
    const headers = { authorization: `Bearer ${modelgate.token}`, 'content-type': 'application/json' };
    const created = await fetch(`${modelgate.baseUrl}/video/generations`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ model: 'sandbox-video', prompt: 'A queue that nobody can reach', duration: 1 }),
    });
    const { task_id: id } = (await created.json()) as { task_id: string };
    await eventually(async () => {
      const response = await fetch(`${modelgate.baseUrl}/video/generations/${id}`, { headers });
      return ((await response.json()) as { status: string }).status === 'completed' || undefined;
    }, 20_000);
    await eventually(() => modelgate.stderr.includes('"msg":"maintenance done"') || undefined);
  });

  it('recovers automatically, and logs this once', async () => {
    proxy.isCutting = false;
    await eventually(() => returns().length >= 2 || undefined, 30_000);
    expect(
      returns()
        .map((line) => (JSON.parse(line) as { queue: string }).queue)
        .toSorted(),
    ).toEqual(['background-responses', 'video']);
    for (const line of logLines()) expect(() => JSON.parse(line) as unknown).not.toThrow();
  });

  it('lets the process stop when it is told to', async () => {
    expect(await modelgate.stop()).toBe(0);
  });
});
