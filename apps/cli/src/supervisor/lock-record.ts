import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isAlive, type ProcessIdentity } from './process-identity.js';

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

export function isHolderAlive(record: LockRecord): boolean {
  return isAlive({ pid: record.pid, startTime: record.processStartTime });
}

/** Undefined where there is none. */
export function readLockRecord(path: string): LockRecord | undefined {
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
export function createLockRecord(path: string, record: LockRecord): boolean {
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

export function replaceLockRecord(path: string, record: LockRecord): void {
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
