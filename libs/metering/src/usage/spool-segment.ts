import { close, closeSync, fdatasync, futimesSync, openSync, statSync, unlinkSync, writeSync } from 'node:fs';
import { type LineBuffer } from './line-buffer.js';

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

  /** Never one that is there already. */
  static create(path: string): SpoolSegment {
    const descriptor = openSync(path, 'ax', 0o600);
    return new SpoolSegment(path, descriptor, statSync(path).ino);
  }

  get isNeeded(): boolean {
    return this.waiting > 0 || this.backlogFrom !== undefined;
  }

  /** With the kernel when it returns, which is enough to outlive this process. */
  append({ bytes }: LineBuffer): void {
    // The number of a file that was closed may be another file's by now.
    if (this.isSealed) throw new Error('the file is closed');
    const writtenBytes = writeSync(this.descriptor, bytes);
    this.sizeBytes += writtenBytes;
    this.isSynced = false;
    if (writtenBytes < bytes.length) throw new Error('the disk took only a part of what was to be written');
  }

  /** On the disk a moment later, which is enough to outlive this machine. */
  sync(): void {
    if (this.isSynced || this.isSyncing || this.isSealed) return;
    this.isSyncing = true;
    this.isSynced = true;
    fdatasync(this.descriptor, () => {
      this.isSyncing = false;
    });
  }

  /** Tells others that its owner lives. */
  touch(now: Date): void {
    if (!this.isSealed) futimesSync(this.descriptor, now, now);
  }

  isInPlace(): boolean {
    return statSync(this.path, { throwIfNoEntry: false })?.ino === this.inode;
  }

  /** Nothing will be added to it any more. */
  seal(): void {
    if (this.isSealed) return;
    this.isSealed = true;
    fdatasync(this.descriptor, () => close(this.descriptor, () => undefined));
  }

  discard(): void {
    closeSync(this.descriptor);
    this.remove();
  }

  remove(): void {
    try {
      unlinkSync(this.path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}
