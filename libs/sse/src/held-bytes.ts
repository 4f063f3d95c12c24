const MIN_CAPACITY = 512;
/** Shared: most streams never hold anything. */
const NOTHING = new Uint8Array(0);

/**
 * The start of a block whose end has not come yet. One growing buffer instead of a list of chunks, so that
 * a stream sent byte by byte costs no more memory than the block itself.
 */
export class HeldBytes {
  private buffer = NOTHING;
  private heldLength = 0;

  get length(): number {
    return this.heldLength;
  }

  append(bytes: Uint8Array): void {
    this.reserve(this.heldLength + bytes.length);
    this.buffer.set(bytes, this.heldLength);
    this.heldLength += bytes.length;
  }

  /** Hands the bytes over; the caller owns them, what is held next goes to a new buffer. */
  take(): Uint8Array {
    const taken = this.buffer.subarray(0, this.heldLength);
    this.buffer = NOTHING;
    this.heldLength = 0;
    return taken;
  }

  private reserve(needed: number): void {
    if (needed <= this.buffer.length) return;
    const larger = new Uint8Array(Math.max(needed, this.buffer.length * 2, MIN_CAPACITY));
    larger.set(this.buffer.subarray(0, this.heldLength));
    this.buffer = larger;
  }
}
