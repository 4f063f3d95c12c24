import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DataFolderLock, type LockRecord } from './data-folder-lock.js';
import { type ProcessIdentity, identifyProcess } from './process-identity.js';

describe('DataFolderLock', () => {
  let dataDir: string;
  let path: string;
  let other: ChildProcess;
  let otherIdentity: ProcessIdentity;

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'modelgate-lock-'));
    path = join(dataDir, 'supervisor.json');
    other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    await once(other, 'spawn');
    otherIdentity = identifyProcess(Number(other.pid)) ?? { pid: 0, startTime: 'not found' };
  });

  afterEach(async () => {
    await endOther();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function endOther(): Promise<void> {
    if (other.exitCode !== null || other.signalCode !== null) return;
    other.kill('SIGKILL');
    await once(other, 'exit');
  }

  function writeLock(holder: ProcessIdentity, children: LockRecord['children'] = []): void {
    const record: LockRecord = { pid: holder.pid, processStartTime: holder.startTime, port: 3000, children };
    writeFileSync(path, JSON.stringify(record));
  }

  const readRecord = (): LockRecord => JSON.parse(readFileSync(path, 'utf8')) as LockRecord;

  it('creates the folder and the lock file, and removes the file on release', () => {
    const nested = join(dataDir, 'a', 'b');
    const lock = DataFolderLock.acquire(nested, 4321);
    const written = JSON.parse(readFileSync(join(nested, 'supervisor.json'), 'utf8')) as LockRecord;
    expect(written).toMatchObject({ pid: process.pid, port: 4321, children: [] });
    lock.release();
    expect(readdirSync(nested)).toEqual([]);
  });

  it('rejects a folder with a running holder, and does not change the lock', () => {
    writeLock(otherIdentity);
    expect(() => DataFolderLock.acquire(dataDir, 3000)).toThrow(
      expect.objectContaining({
        exitCode: 75,
        message: `${dataDir} is in use by a running Modelgate (pid ${other.pid})`,
      }),
    );
    expect(readRecord().pid).toBe(other.pid);
  });

  it('takes over the lock of a dead holder', async () => {
    writeLock(otherIdentity);
    await endOther();
    DataFolderLock.acquire(dataDir, 3000).release();
    expect(existsSync(path)).toBe(false);
  });

  it('takes over if another process has the pid of the dead holder', () => {
    writeLock({ pid: otherIdentity.pid, startTime: 'another time' });
    DataFolderLock.acquire(dataDir, 3000);
    expect(readRecord().pid).toBe(process.pid);
    expect(readdirSync(dataDir)).toEqual(['supervisor.json']);
  });

  it('takes over an unreadable lock', () => {
    writeFileSync(path, '');
    DataFolderLock.acquire(dataDir, 3000);
    expect(readRecord().pid).toBe(process.pid);
  });

  it('keeps the children of the dead holder in the record', () => {
    const living = { name: 'api', ...otherIdentity };
    const ended = { name: 'worker', pid: otherIdentity.pid, startTime: 'another time' };
    writeLock({ pid: 0, startTime: 'dead' }, [living, ended]);
    const lock = DataFolderLock.acquire(dataDir, 3000);
    expect(lock.formerChildren()).toEqual([living, ended]);
    expect(readRecord().children).toEqual([living, ended]);
  });

  it('fails while another process takes over from the same dead holder', () => {
    writeLock({ pid: 0, startTime: 'dead' });
    writeFileSync(
      `${path}.after-0`,
      JSON.stringify({
        pid: otherIdentity.pid,
        processStartTime: otherIdentity.startTime,
        port: 1,
        children: [],
      }),
    );
    expect(() => DataFolderLock.acquire(dataDir, 3000)).toThrow(`pid ${other.pid}`);
    expect(readRecord().pid).toBe(0);
  });

  it('fails with the name of the variable if the folder cannot be created', () => {
    writeFileSync(join(dataDir, 'file'), '');
    expect(() => DataFolderLock.acquire(join(dataDir, 'file', 'data'), 3000)).toThrow(
      expect.objectContaining({
        exitCode: 78,
        message: expect.stringContaining('MODELGATE_DATA_DIR'),
      }),
    );
  });
});
