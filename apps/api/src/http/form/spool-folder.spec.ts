import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../../test/harness/index.js';
import { startSpoolSweep, createOwnSpoolFolder, sweepSpool } from './spool-folder.js';

const TOKEN = '0123456789abcdef';
const ELSEWHERE = 'ffffffffffffffff';
const HOUR_SECONDS = 3600;

describe('sweepSpool', () => {
  let folder: string;
  let machine: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'modelgate-spool-'));
    machine = basename(await createOwnSpoolFolder(folder)).split('-')[0] ?? '';
  });

  afterEach(() => rm(folder, { recursive: true }));

  const leave = async (name: string, ageHours = 0): Promise<string> => {
    const path = join(folder, name);
    await mkdir(path);
    await writeFile(join(path, 'upload'), 'x');
    const modifiedAt = Date.now() / 1000 - ageHours * HOUR_SECONDS;
    await utimes(path, modifiedAt, modifiedAt);
    return name;
  };

  it('removes only the folders of processes that have ended', async () => {
    const own = basename(await createOwnSpoolFolder(folder));
    await leave(`${machine}-${await createEndedProcess()}-${TOKEN}`);
    await leave(`${machine}-${process.pid}-${TOKEN}`);
    const ofRunningProcess = await leave(`${machine}-${process.ppid}-${TOKEN}`);
    const ofAnotherMachine = await leave(`${ELSEWHERE}-${await createEndedProcess()}-${TOKEN}`, 23);
    const unrelated = await leave('unrelated', 1000);
    await sweepSpool(folder);
    const remaining = await readdir(folder);
    expect(remaining.toSorted()).toEqual([own, ofRunningProcess, ofAnotherMachine, unrelated].toSorted());
  });

  it('removes folders after a day if their process cannot be checked', async () => {
    const own = basename(await createOwnSpoolFolder(folder));
    await leave(`${ELSEWHERE}-1-${TOKEN}`, 25);
    await leave(`${machine}-${process.ppid}-${TOKEN}`, 25);
    await sweepSpool(folder);
    await expect(readdir(folder)).resolves.toEqual([own]);
  });

  it('sweeps periodically', async () => {
    const own = basename(await createOwnSpoolFolder(folder));
    const stop = startSpoolSweep(folder, 5);
    await leave(`${ELSEWHERE}-1-${TOKEN}`, 25);
    await eventually(async () => ((await readdir(folder)).length === 1 ? true : undefined));
    stop();
    await expect(readdir(folder)).resolves.toEqual([own]);
  });

  it('never removes its own folder', async () => {
    const own = await createOwnSpoolFolder(folder);
    await utimes(own, 0, 0);
    await sweepSpool(folder);
    await expect(readdir(folder)).resolves.toEqual([basename(own)]);
  });

  it('works with a missing folder, and with several sweeps at the same time', async () => {
    await sweepSpool(join(folder, 'missing'));
    await leave(`${machine}-${await createEndedProcess()}-${TOKEN}`);
    await Promise.all([sweepSpool(folder), sweepSpool(folder), sweepSpool(folder)]);
    await expect(readdir(folder)).resolves.toHaveLength(1);
  });
});

async function createEndedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'exit');
  return child.pid ?? Number.NaN;
}
