/** Limits the bytes that all recordings of this process hold until they are stored. */
export class ContentMemory {
  usedBytes = 0;

  constructor(public maxBytes: number) {}

  /** Returns whether there was room. There is no waiting. */
  reserve(bytes: number): boolean {
    if (this.usedBytes + bytes > this.maxBytes) return false;
    this.usedBytes += bytes;
    return true;
  }

  release(bytes: number): void {
    this.usedBytes -= bytes;
  }
}
