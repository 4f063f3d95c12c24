import { createHash } from 'node:crypto';

/** Looks at bytes as they pass. */
export class Digest {
  sizeBytes = 0;
  private readonly hash = createHash('sha256');

  async *pass(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
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
