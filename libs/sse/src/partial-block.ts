const MIN_CAPACITY = 512;
/** Shared, because most streams never have a partial block. */
const EMPTY = new Uint8Array(0);

/**
 * The beginning of an incomplete block. It is one growing buffer instead of a list of chunks, so that a stream sent
 * byte by byte needs no more memory than the block itself.
 */
export class PartialBlock {
  private buffer = EMPTY;
  private usedLength = 0;

  get length(): number {
    return this.usedLength;
  }

  append(bytes: Uint8Array): void {
    this.reserve(this.usedLength + bytes.length);
    this.buffer.set(bytes, this.usedLength);
    this.usedLength += bytes.length;
  }

  /** Returns the bytes, which the caller then owns, and starts a new buffer. */
  take(): Uint8Array {
    const taken = this.buffer.subarray(0, this.usedLength);
    this.buffer = EMPTY;
    this.usedLength = 0;
    return taken;
  }

  private reserve(needed: number): void {
    if (needed <= this.buffer.length) return;
    const larger = new Uint8Array(Math.max(needed, this.buffer.length * 2, MIN_CAPACITY));
    larger.set(this.buffer.subarray(0, this.usedLength));
    this.buffer = larger;
  }
}
