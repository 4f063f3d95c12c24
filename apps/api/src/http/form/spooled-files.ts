import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { GatewayError, type UploadedFile } from '#canonical';
import { sniffMediaType } from '#media';
import { createOwnSpoolFolder } from './spool-folder.js';

/** The first bytes of a file, by which its media type is detected. */
const HEAD_BYTES = 4 * 1024;

/** The files of one form on disk. */
export class SpooledFiles {
  private readonly paths: string[] = [];

  constructor(private readonly spoolFolder: string) {}

  /** Writes with backpressure. */
  async store(content: AsyncIterable<Buffer>): Promise<UploadedFile> {
    const folder = await createOwnSpoolFolder(this.spoolFolder).catch(failStorage);
    const path = join(folder, randomUUID());
    this.paths.push(path);
    const file = await open(path, 'wx', 0o600).catch(failStorage);
    let sizeBytes = 0;
    let head: Buffer = Buffer.alloc(0);
    try {
      for await (const chunk of content) {
        await file.appendFile(chunk).catch(failStorage);
        sizeBytes += chunk.length;
        if (head.length < HEAD_BYTES)
          head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
      }
    } finally {
      await file.close().catch(failStorage);
    }
    return { path, sizeBytes, mediaType: sniffMediaType(head) ?? 'application/octet-stream' };
  }

  /** Call this only when no file is being written. Files that cannot be removed now are removed by a later sweep. */
  async removeAll(): Promise<void> {
    await Promise.allSettled(this.paths.map((path) => rm(path, { force: true })));
  }
}

function failStorage(cause: unknown): never {
  throw new GatewayError('internal-error', 'The upload could not be stored.', { cause });
}
