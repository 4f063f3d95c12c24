/** The part of an endless stream of audio that is still needed. Positions count from the stream's first byte. */
export class AudioWindow {
  private chunks: Buffer[] = [];
  private firstByte = 0;
  private heldBytes = 0;

  get startByte(): number {
    return this.firstByte;
  }

  get sizeBytes(): number {
    return this.heldBytes;
  }

  get endByte(): number {
    return this.firstByte + this.heldBytes;
  }

  append(chunk: Buffer): void {
    if (chunk.length === 0) return;
    this.chunks.push(chunk);
    this.heldBytes += chunk.length;
  }

  /** Gives out all up to `endByte` from `startByte` on, and forgets it with all before it. */
  take(startByte: number, endByte: number): Buffer {
    this.dropBefore(startByte);
    const sizeBytes = Math.max(0, Math.min(endByte, this.endByte) - this.startByte);
    const taken = Buffer.concat(this.chunks, this.heldBytes).subarray(0, sizeBytes);
    this.dropBefore(this.startByte + sizeBytes);
    return taken;
  }

  dropBefore(byte: number): void {
    while (this.chunks[0] !== undefined && this.startByte < byte) {
      const chunk = this.chunks[0];
      const surplus = Math.min(byte - this.startByte, chunk.length);
      if (surplus === chunk.length) this.chunks.shift();
      // A copy, so that a second of prefix does not hold on to minutes of audio.
      else this.chunks[0] = Buffer.from(chunk.subarray(surplus));
      this.firstByte += surplus;
      this.heldBytes -= surplus;
    }
  }

  clear(): void {
    this.dropBefore(this.endByte);
  }
}
