/** Random access to bytes. At the end it may return fewer bytes than requested, or none. */
export interface ByteReader {
  read(start: number, length: number): Promise<Uint8Array>;
}

const MAX_BYTES = 4 * 1024 * 1024;
const MAX_READS = 20_000;
const WINDOW_BYTES = 16 * 1024;

/** Reads parts of a file. The number of reads and of bytes is limited; beyond it, nothing is found. */
export class BoundedReader {
  private window: Buffer = Buffer.alloc(0);
  private windowStart = 0;
  private bytesLeft = MAX_BYTES;
  private readsLeft = MAX_READS;

  constructor(private readonly source: ByteReader) {}

  /** The requested bytes, or undefined if there are fewer. */
  async read(start: number, length: number): Promise<Buffer | undefined> {
    this.readsLeft -= 1;
    if (this.readsLeft < 0 || !Number.isSafeInteger(start + length)) return undefined;
    if (!this.isInWindow(start, length)) await this.moveWindow(start, Math.max(length, WINDOW_BYTES));
    if (!this.isInWindow(start, length)) return undefined;
    const from = start - this.windowStart;
    return this.window.subarray(from, from + length);
  }

  private isInWindow(start: number, length: number): boolean {
    return start >= this.windowStart && start + length <= this.windowStart + this.window.length;
  }

  private async moveWindow(start: number, length: number): Promise<void> {
    if (length > this.bytesLeft) return;
    this.bytesLeft -= length;
    const bytes = await this.source.read(start, length);
    this.window = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.windowStart = start;
  }
}
