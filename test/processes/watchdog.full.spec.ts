import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '../harness/index.js';
import { RunningModelgate, isAlive, makeDataFolder, removeFolder } from './running-modelgate.js';

/** Half a minute of silence, and the time a busy machine takes to notice and to start anew. */
const NOTICE_MS = 90_000;

/** A stopped process hears nothing and answers nothing, as one that is stuck; only the thread inside is silent, too. */
describe('npm start with processes that do not answer any more', () => {
  // At once, each on an installation of its own: most of the time is waiting for the silence to be long enough.
  it.concurrent(
    'starts the worker and one of several API processes again',
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
    'ends on SIGTERM all the same, the database included',
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
