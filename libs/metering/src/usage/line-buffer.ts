import { crc32 } from 'node:zlib';

const CHECKSUM_LENGTH = 9;
const SPACE = 0x20;
const LINE_END = 0x0a;
const HEX_DIGITS = Buffer.from('0123456789abcdef', 'latin1');
const INITIAL_BYTES = 16 * 1024;
/** A buffer that has grown beyond this is released by `clear`. */
const MAX_REUSED_BYTES = 1 << 20;

/** Lines of a spool as they are written to disk, each preceded by its checksum. */
export class LineBuffer {
  length = 0;
  private buffer = Buffer.allocUnsafe(INITIAL_BYTES);

  static of(texts: Iterable<string>): LineBuffer {
    const lines = new LineBuffer();
    for (const text of texts) lines.add(text);
    return lines;
  }

  /** Valid until the next line is added. */
  get bytes(): Buffer {
    return this.buffer.subarray(0, this.length);
  }

  add(text: string): void {
    // UTF-8 needs at most three bytes per UTF-16 unit.
    this.reserve(CHECKSUM_LENGTH + 3 * text.length + 1);
    const start = this.length + CHECKSUM_LENGTH;
    const end = start + this.buffer.write(text, start);
    this.writeChecksum(crc32(this.buffer.subarray(start, end)));
    this.buffer[start - 1] = SPACE;
    this.buffer[end] = LINE_END;
    this.length = end + 1;
  }

  clear(): void {
    this.length = 0;
    if (this.buffer.length > MAX_REUSED_BYTES) this.buffer = Buffer.allocUnsafe(INITIAL_BYTES);
  }

  private writeChecksum(checksum: number): void {
    const { buffer, length } = this;
    for (let digit = 0; digit < 8; digit += 1) {
      buffer[length + digit] = HEX_DIGITS[(checksum >>> (28 - 4 * digit)) & 15] ?? 0;
    }
  }

  private reserve(bytes: number): void {
    if (this.length + bytes <= this.buffer.length) return;
    const buffer = Buffer.allocUnsafe(2 * (this.length + bytes));
    this.buffer.copy(buffer, 0, 0, this.length);
    this.buffer = buffer;
  }
}
