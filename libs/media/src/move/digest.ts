import { createHash } from 'node:crypto';

/** Counts and hashes bytes while they are read. */
export class Digest {
  sizeBytes = 0;
  private readonly hash = createHash('sha256');

  async *tap(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.hash.update(chunk);
      this.sizeBytes += chunk.length;
      yield chunk;
    }
  }

  end(): string {
    return this.hash.digest('hex');
  }
}
