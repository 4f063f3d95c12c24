/** How many bytes all recordings of this process may hold, under way and waiting to be written. */
export class ContentMemory {
  usedBytes = 0;

  constructor(public maxBytes: number) {}

  /** Whether there was room. Nobody waits for it. */
  take(bytes: number): boolean {
    if (this.usedBytes + bytes > this.maxBytes) return false;
    this.usedBytes += bytes;
    return true;
  }

  give(bytes: number): void {
    this.usedBytes -= bytes;
  }
}
