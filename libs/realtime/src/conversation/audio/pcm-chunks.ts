const BYTES_PER_MS = 48;
const MIN_CHUNK_BYTES = 100 * BYTES_PER_MS;
const MAX_CHUNK_BYTES = 200 * BYTES_PER_MS;

/** Cuts PCM at 24 kHz that comes in chunks of any length into chunks of 100 to 200 ms of whole samples. */
export class PcmChunks {
  private pending = Buffer.alloc(0);

  *push(pcm: Uint8Array): Generator<Buffer> {
    this.pending = Buffer.concat([this.pending, pcm]);
    while (this.pending.length >= MIN_CHUNK_BYTES) {
      yield this.take(Math.min(this.pending.length, MAX_CHUNK_BYTES));
    }
  }

  /** What is left, however short. Half a sample is dropped. */
  flush(): Buffer | undefined {
    const rest = this.take(this.pending.length);
    this.pending = Buffer.alloc(0);
    return rest.length === 0 ? undefined : rest;
  }

  private take(sizeBytes: number): Buffer {
    const wholeBytes = sizeBytes - (sizeBytes % 2);
    const chunk = this.pending.subarray(0, wholeBytes);
    this.pending = this.pending.subarray(wholeBytes);
    return chunk;
  }
}
