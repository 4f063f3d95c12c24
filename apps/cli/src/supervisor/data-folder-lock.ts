import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIG_EXIT_CODE } from '#config';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { type ProcessIdentity, identifyProcess, isAlive } from './process-identity.js';

type ClaimResult = { isHeld: true; record: LockRecord } | { isHeld: false; holder: LockRecord };

export interface RecordedChild extends ProcessIdentity {
  name: string;
  /** In the environment of the child and of all its descendants. Not in records of earlier versions. */
  mark?: string;
}

/** The content of the lock file: the process that holds the lock and the processes that it has started. */
export interface LockRecord {
  pid: number;
  processStartTime: string;
  port: number;
  children: RecordedChild[];
}

/** `supervisor.json` in the data folder. Allows only one supervisor, and records its children for the next one. */
export class DataFolderLock {
  private constructor(
    private readonly path: string,
    private record: LockRecord,
  ) {}

  static acquire(dataDir: string, port: number): DataFolderLock {
    const path = join(dataDir, 'supervisor.json');
    const claim = explainFaults(dataDir, () => {
      makeDataFolder(dataDir);
      return claimLock(path, buildOwnRecord(port));
    });
    if (claim.isHeld) return new DataFolderLock(path, claim.record);
    throw new CommandFailure(
      `${dataDir} is in use by a running Modelgate (pid ${claim.holder.pid})`,
      exitCodes.dataFolderInUse,
    );
  }

  /** Right after acquiring: the children of a killed previous supervisor, which may still be running. */
  formerChildren(): readonly RecordedChild[] {
    return this.record.children;
  }

  recordChildren(children: RecordedChild[]): void {
    this.record = { ...this.record, children };
    replaceLockRecord(this.path, this.record);
  }

  release(): void {
    rmSync(this.path, { force: true });
  }
}

function claimLock(path: string, record: LockRecord): ClaimResult {
  for (;;) {
    if (createLockRecord(path, record)) return { isHeld: true, record };
    const holder = readLockRecord(path);
    if (holder === undefined) continue;
    if (isHolderAlive(holder)) return { isHeld: false, holder };
    const claim = takeOver(path, holder, record);
    if (claim !== undefined) return claim;
  }
}

/**
 * Replaces the lock of a dead process. Requires a second lock, so that of several processes that find the same dead
 * holder only one succeeds and the others do not remove its lock. Undefined if the lock has a new holder.
 */
function takeOver(path: string, dead: LockRecord, record: LockRecord): ClaimResult | undefined {
  const takeOverPath = `${path}.after-${dead.pid}`;
  const claim = claimLock(takeOverPath, record);
  if (!claim.isHeld) return claim;
  try {
    const current = readLockRecord(path);
    if (current?.pid !== dead.pid || current.processStartTime !== dead.processStartTime) return undefined;
    // The children stay in the record until they have ended, because this process may be killed as well.
    const inherited = { ...record, children: dead.children };
    replaceLockRecord(path, inherited);
    return { isHeld: true, record: inherited };
  } finally {
    rmSync(takeOverPath, { force: true });
  }
}

function buildOwnRecord(port: number): LockRecord {
  const identity = identifyProcess(process.pid);
  if (identity === undefined) throw new Error('This operating system does not report process start times.');
  return { pid: identity.pid, processStartTime: identity.startTime, port, children: [] };
}

/** Not readable for other users. If started by root, the database runs as another user, which needs to traverse it. */
function makeDataFolder(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
}

function explainFaults<T>(dataDir: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new CommandFailure(
      `MODELGATE_DATA_DIR: ${dataDir} is not a writable folder (${code})`,
      CONFIG_EXIT_CODE,
    );
  }
}

function isHolderAlive(record: LockRecord): boolean {
  return isAlive({ pid: record.pid, startTime: record.processStartTime });
}

/** Undefined if the file does not exist. */
function readLockRecord(path: string): LockRecord | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return parseLockRecord(text);
}

/** False if the file exists. Uses a link, because it makes a complete file appear atomically. */
function createLockRecord(path: string, record: LockRecord): boolean {
  const draft = writeDraft(path, record);
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function replaceLockRecord(path: string, record: LockRecord): void {
  renameSync(writeDraft(path, record), path);
}

function writeDraft(path: string, record: LockRecord): string {
  const draft = `${path}.${process.pid}`;
  // A draft of an earlier process with the same pid may be a link to the lock itself, so it must not be overwritten.
  rmSync(draft, { force: true });
  writeFileSync(draft, `${JSON.stringify(record, undefined, 2)}\n`, { flag: 'wx' });
  return draft;
}

/** After a power failure the file may be empty. Then no running process holds the lock. */
function parseLockRecord(text: string): LockRecord {
  try {
    return JSON.parse(text) as LockRecord;
  } catch {
    return { pid: 0, processStartTime: 'unreadable', port: 0, children: [] };
  }
}
