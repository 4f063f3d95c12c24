import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '../harness/index.js';
import { RunningModelgate, isAlive, makeDataFolder, removeFolder } from './running-modelgate.js';

/** Half a minute without a response, and the time that a busy machine takes to detect this and to restart. */
const NOTICE_MS = 90_000;

/**
 * A stopped process neither receives nor sends, like a blocked one; the only difference is that its watchdog thread is
 * stopped too.
 */
describe('npm start with processes that no longer respond', () => {
  // Concurrently, each with its own installation: most of the time is waiting for the timeout.
  it.concurrent(
    'restarts the worker and one of several API processes',
    () =>
      onInstallation(async (modelgate) => {
        const worker = modelgate.childPid('worker');
        const [served = -1, other = -1] = toChildren(modelgate.childPid('api'));
        for (const pid of [worker, served]) process.kill(pid, 'SIGSTOP');
        await eventually(() => modelgate.newChildPid('worker', worker), NOTICE_MS);
        await eventually(() => !isAlive(served) || undefined, NOTICE_MS);
        const replaced = (): true | undefined =>
          toChildren(modelgate.childPid('api')).filter((pid) => pid !== served && isAlive(pid)).length ===
            2 || undefined;
        await eventually(replaced, NOTICE_MS);
        expect(isAlive(other)).toBe(true);
        expect((await fetch(`${modelgate.baseUrl.replace(/\/v1$/, '')}/healthz`)).status).toBe(200);
      }),
    420_000,
  );

  it.concurrent(
    'ends on SIGTERM nevertheless, including the database',
    () =>
      onInstallation(async (modelgate) => {
        const pids = [...modelgate.pids(), ...toChildren(modelgate.childPid('api'))];
        for (const pid of [modelgate.childPid('worker'), modelgate.postgresPid]) process.kill(pid, 'SIGSTOP');
        modelgate.signalNpm('SIGTERM');
        await modelgate.exited;
        expect(pids.filter(isAlive)).toEqual([]);
      }),
    420_000,
  );
});

async function onInstallation(test: (modelgate: RunningModelgate) => Promise<void>): Promise<void> {
  const folder = makeDataFolder();
  const modelgate = new RunningModelgate(`${folder}/data`, { MODELGATE_API_PROCESSES: '2' });
  try {
    // Four processes of each load their code at once.
    await modelgate.ready();
    await test(modelgate);
  } finally {
    await modelgate.stop();
    removeFolder(folder);
  }
}

function toChildren(parent: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && toParent(pid) === parent);
}

function toParent(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}
