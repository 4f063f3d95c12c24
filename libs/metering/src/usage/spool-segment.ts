import * as files from 'node:fs';
import { promisify } from 'node:util';
import { type LineBuffer } from './line-buffer.js';

const open = promisify(files.open);
const close = promisify(files.close);
const fstat = promisify(files.fstat);
const stat = promisify(files.stat);
const futimes = promisify(files.futimes);
const unlink = promisify(files.unlink);

/** Nobody reads it but this program, and it is never one that is there already. */
const NEW_FILE = { flags: 'ax', mode: 0o600 } as const;

/** One file of a spool. Lines are only ever added to it, and it goes once nobody needs any of them. */
export class SpoolSegment {
  sizeBytes = 0;
  /** How many events that end in it are in memory, because the database does not have them yet. */
  waiting = 0;
  /** From this byte on, all events that end in it are neither in memory nor in the database. */
  backlogFrom: number | undefined;
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

  /** The same in the background: a file system that is busy with its journal can take many milliseconds for it. */
  static async createInBackground(path: string): Promise<SpoolSegment> {
    const descriptor = await open(path, NEW_FILE.flags, NEW_FILE.mode);
    return new SpoolSegment(path, descriptor, (await fstat(descriptor)).ino);
  }

  get isNeeded(): boolean {
    return this.waiting > 0 || this.backlogFrom !== undefined;
  }

  /** With the kernel when it returns, which is enough to outlive this process. */
  append({ bytes }: LineBuffer): void {
    // The number of a file that was closed may be another file's by now.
    if (this.isSealed) throw new Error('the file is closed');
    const writtenBytes = files.writeSync(this.descriptor, bytes);
    this.sizeBytes += writtenBytes;
    this.isSynced = false;
    if (writtenBytes < bytes.length) throw new Error('the disk took only a part of what was to be written');
  }

  /** On the disk a moment later, which is enough to outlive this machine. */
  sync(): void {
    if (this.isSynced || this.isSyncing || this.isSealed) return;
    this.isSyncing = true;
    this.isSynced = true;
    files.fdatasync(this.descriptor, () => {
      this.isSyncing = false;
    });
  }

  /** Tells others that its owner lives. */
  async touch(now: Date): Promise<void> {
    if (!this.isSealed) await futimes(this.descriptor, now, now);
  }

  isInPlace(): boolean {
    return files.statSync(this.path, { throwIfNoEntry: false })?.ino === this.inode;
  }

  async isStillInPlace(): Promise<boolean> {
    const found = await ignoreAbsence(stat(this.path));
    return found?.ino === this.inode;
  }

  /** Nothing will be added to it any more. */
  seal(): void {
    if (this.isSealed) return;
    this.isSealed = true;
    files.fdatasync(this.descriptor, () => files.close(this.descriptor, () => undefined));
  }

  /** It was never used. */
  async discard(): Promise<void> {
    this.isSealed = true;
    await close(this.descriptor);
    await this.remove();
  }

  async remove(): Promise<void> {
    await ignoreAbsence(unlink(this.path));
  }
}

async function ignoreAbsence<Found>(looking: Promise<Found>): Promise<Found | undefined> {
  try {
    return await looking;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
