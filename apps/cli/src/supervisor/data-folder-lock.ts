import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIG_EXIT_CODE } from '#config';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { type ProcessIdentity, identifyProcess, isAlive } from './process-identity.js';

type Claim = { held: true; record: LockRecord } | { held: false; holder: LockRecord };

export interface RecordedChild extends ProcessIdentity {
  name: string;
  /** What its environment carries, and that of all that it starts. Records of earlier versions have none. */
  mark?: string;
}

/** What the lock on a data folder says: who holds it, and which processes that one has started. */
export interface LockRecord {
  pid: number;
  processStartTime: string;
  port: number;
  children: RecordedChild[];
}

/** `supervisor.json` in the data folder: one Modelgate at a time, and what it started, for whoever comes next. */
export class DataFolderLock {
  private constructor(
    private readonly path: string,
    private record: LockRecord,
  ) {}

  static acquire(dataDir: string, port: number): DataFolderLock {
    const path = join(dataDir, 'supervisor.json');
    const claim = explainFaults(dataDir, () => {
      makeDataFolder(dataDir);
      return claimLock(path, buildOurselvesRecord(port));
    });
    if (claim.held) return new DataFolderLock(path, claim.record);
    throw new CommandFailure(
      `${dataDir} is in use by a running Modelgate (pid ${claim.holder.pid})`,
      exitCodes.dataFolderInUse,
    );
  }

  /** Right after acquiring: what a killed predecessor had started, and may have left running. */
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

function claimLock(path: string, record: LockRecord): Claim {
  for (;;) {
    if (createLockRecord(path, record)) return { held: true, record };
    const holder = readLockRecord(path);
    if (holder === undefined) continue;
    if (isHolderAlive(holder)) return { held: false, holder };
    const claim = takeOver(path, holder, record);
    if (claim !== undefined) return claim;
  }
}

/**
 * Only who holds the claim on a dead owner's lock may replace it: of several that find the same dead owner
 * one succeeds, and none removes the lock of the one that did. Undefined where the lock has changed hands.
 */
function takeOver(path: string, dead: LockRecord, record: LockRecord): Claim | undefined {
  const inheritance = `${path}.after-${dead.pid}`;
  const claim = claimLock(inheritance, record);
  if (!claim.held) return claim;
  try {
    const current = readLockRecord(path);
    if (current?.pid !== dead.pid || current.processStartTime !== dead.processStartTime) return undefined;
    // The children stay on record until they have ended: we may be killed as well.
    const inherited = { ...record, children: dead.children };
    replaceLockRecord(path, inherited);
    return { held: true, record: inherited };
  } finally {
    rmSync(inheritance, { force: true });
  }
}

function buildOurselvesRecord(port: number): LockRecord {
  const identity = identifyProcess(process.pid);
  if (identity === undefined) throw new Error('This system does not tell when a process was started.');
  return { pid: identity.pid, processStartTime: identity.startTime, port, children: [] };
}

/** Closed to others, except that the database of root, which runs as another user, has to pass through. */
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
      `MODELGATE_DATA_DIR: ${dataDir} is not a folder that can be written to (${code})`,
      CONFIG_EXIT_CODE,
    );
  }
}

function isHolderAlive(record: LockRecord): boolean {
  return isAlive({ pid: record.pid, startTime: record.processStartTime });
}

/** Undefined where there is none. */
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

/** False where there is one already. A link, unlike writing, makes the file appear whole or not at all. */
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
  // One left by a process of the same number may be linked to the lock itself: it must not be written to.
  rmSync(draft, { force: true });
  writeFileSync(draft, `${JSON.stringify(record, undefined, 2)}\n`, { flag: 'wx' });
  return draft;
}

/** A power cut can leave an empty file; nobody who lives holds that. */
function parseLockRecord(text: string): LockRecord {
  try {
    return JSON.parse(text) as LockRecord;
  } catch {
    return { pid: 0, processStartTime: 'unreadable', port: 0, children: [] };
  }
}
