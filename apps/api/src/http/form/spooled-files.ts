import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { GatewayError, type UploadedFile } from '#canonical';
import { sniffMediaType } from '#media';
import { ownSpoolFolder } from './spool-folder.js';

/** Enough to tell what a file is. */
const HEAD_BYTES = 4 * 1024;

/** The files of one form on disk. */
export class SpooledFiles {
  private readonly paths: string[] = [];

  constructor(private readonly spoolFolder: string) {}

  /** Reads no faster than the disk takes it. */
  async store(content: AsyncIterable<Buffer>): Promise<UploadedFile> {
    const folder = await ownSpoolFolder(this.spoolFolder).catch(blameDisk);
    const path = join(folder, randomUUID());
    this.paths.push(path);
    const file = await open(path, 'wx', 0o600).catch(blameDisk);
    let sizeBytes = 0;
    let head: Buffer = Buffer.alloc(0);
    try {
      for await (const chunk of content) {
        await file.appendFile(chunk).catch(blameDisk);
        sizeBytes += chunk.length;
        if (head.length < HEAD_BYTES)
          head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
      }
    } finally {
      await file.close().catch(blameDisk);
    }
    return { path, sizeBytes, mediaType: sniffMediaType(head) ?? 'application/octet-stream' };
  }

  /** Only when nothing is being stored any more. What cannot be removed now is removed by a later start's sweep. */
  async removeAll(): Promise<void> {
    await Promise.allSettled(this.paths.map((path) => rm(path, { force: true })));
  }
}

function blameDisk(cause: unknown): never {
  throw new GatewayError('internal-error', 'The upload could not be stored.', { cause });
}
