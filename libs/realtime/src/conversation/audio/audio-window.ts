/** The part of an audio stream that is still needed. Positions count from the first byte of the stream. */
export class AudioWindow {
  private chunks: Buffer[] = [];
  private firstByte = 0;
  private bufferedBytes = 0;

  get startByte(): number {
    return this.firstByte;
  }

  get sizeBytes(): number {
    return this.bufferedBytes;
  }

  get endByte(): number {
    return this.firstByte + this.bufferedBytes;
  }

  append(chunk: Buffer): void {
    if (chunk.length === 0) return;
    this.chunks.push(chunk);
    this.bufferedBytes += chunk.length;
  }

  /** Returns the bytes from `startByte` to `endByte`, and drops them and everything before. */
  take(startByte: number, endByte: number): Buffer {
    this.dropBefore(startByte);
    const sizeBytes = Math.max(0, Math.min(endByte, this.endByte) - this.startByte);
    const taken = Buffer.concat(this.chunks, this.bufferedBytes).subarray(0, sizeBytes);
    this.dropBefore(this.startByte + sizeBytes);
    return taken;
  }

  dropBefore(byte: number): void {
    while (this.chunks[0] !== undefined && this.startByte < byte) {
      const chunk = this.chunks[0];
      const surplus = Math.min(byte - this.startByte, chunk.length);
      if (surplus === chunk.length) this.chunks.shift();
      // Copied, so that a second of prefix does not keep minutes of audio in memory.
      else this.chunks[0] = Buffer.from(chunk.subarray(surplus));
      this.firstByte += surplus;
      this.bufferedBytes -= surplus;
    }
  }

  clear(): void {
    this.dropBefore(this.endByte);
  }
}
