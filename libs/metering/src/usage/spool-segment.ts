import * as files from 'node:fs';
import { promisify } from 'node:util';
import { type LineBuffer } from './line-buffer.js';

const open = promisify(files.open);
const close = promisify(files.close);
const fstat = promisify(files.fstat);
const stat = promisify(files.stat);
const futimes = promisify(files.futimes);
const unlink = promisify(files.unlink);

/** Readable by this user only; opening fails if the file already exists. */
const NEW_FILE = { flags: 'ax', mode: 0o600 } as const;

/** One append-only file of a spool. It is removed when all events that end in it are stored. */
export class SpoolSegment {
  sizeBytes = 0;
  /** How many events that end in this file are in memory and not yet in the database. */
  waitingEvents = 0;
  /** Events that end in this file at or after this byte are neither in memory nor in the database. */
  backlogOffset: number | undefined;
  private isSynced = true;
  private isSyncing = false;
  private isSealed = false;

  private constructor(
    readonly path: string,
    private readonly descriptor: number,
    private readonly inode: number,
  ) {}

  static create(path: string): SpoolSegment {
    const descriptor = files.openSync(path, NEW_FILE.flags, NEW_FILE.mode);
    return new SpoolSegment(path, descriptor, files.fstatSync(descriptor).ino);
  }

  /** Like `create`, without blocking: a busy file system can take many milliseconds. */
  static async createInBackground(path: string): Promise<SpoolSegment> {
    const descriptor = await open(path, NEW_FILE.flags, NEW_FILE.mode);
    return new SpoolSegment(path, descriptor, (await fstat(descriptor)).ino);
  }

  get isNeeded(): boolean {
    return this.waitingEvents > 0 || this.backlogOffset !== undefined;
  }

  /** Writes to the kernel, so that the lines survive a crash of this process. */
  append({ bytes }: LineBuffer): void {
    // The descriptor of a closed file may already belong to another file.
    if (this.isSealed) throw new Error('the file is closed');
    const writtenBytes = files.writeSync(this.descriptor, bytes);
    this.sizeBytes += writtenBytes;
    this.isSynced = false;
    if (writtenBytes < bytes.length) throw new Error('only a part could be written to disk');
  }

  /** Flushes to disk in the background, so that the lines survive a crash of the machine. */
  sync(): void {
    if (this.isSynced || this.isSyncing || this.isSealed) return;
    this.isSyncing = true;
    this.isSynced = true;
    files.fdatasync(this.descriptor, () => {
      this.isSyncing = false;
    });
  }

  /** Updates the modification time, which shows other processes that the owner is alive. */
  async touch(now: Date): Promise<void> {
    if (!this.isSealed) await futimes(this.descriptor, now, now);
  }

  /** Whether the path still leads to this file. */
  existsSync(): boolean {
    return files.statSync(this.path, { throwIfNoEntry: false })?.ino === this.inode;
  }

  async exists(): Promise<boolean> {
    const found = await ignoreAbsence(stat(this.path));
    return found?.ino === this.inode;
  }

  /** Closes the file for appending. */
  seal(): void {
    if (this.isSealed) return;
    this.isSealed = true;
    files.fdatasync(this.descriptor, () => files.close(this.descriptor, () => undefined));
  }

  /** Closes and removes a file that was never used. */
  async discard(): Promise<void> {
    this.isSealed = true;
    await close(this.descriptor);
    await this.remove();
  }

  async remove(): Promise<void> {
    await ignoreAbsence(unlink(this.path));
  }
}

async function ignoreAbsence<Result>(operation: Promise<Result>): Promise<Result | undefined> {
  try {
    return await operation;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
