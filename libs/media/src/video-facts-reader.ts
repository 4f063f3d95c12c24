/** Anything that can be read from any place. At its end it may give less than was asked for, or nothing. */
export interface ByteReader {
  read(start: number, length: number): Promise<Uint8Array>;
}

const MAX_BYTES = 4 * 1024 * 1024;
const MAX_LOOKS = 20_000;
const WINDOW_BYTES = 16 * 1024;

/** Looks into a file here and there, and never for long: whoever has seen too much of it finds no more. */
export class BoundedReader {
  private window: Buffer = Buffer.alloc(0);
  private windowStart = 0;
  private bytesLeft = MAX_BYTES;
  private looksLeft = MAX_LOOKS;

  constructor(private readonly source: ByteReader) {}

  /** As many bytes as asked for, or undefined where there are fewer. */
  async look(start: number, length: number): Promise<Buffer | undefined> {
    this.looksLeft -= 1;
    if (this.looksLeft < 0 || !Number.isSafeInteger(start + length)) return undefined;
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
