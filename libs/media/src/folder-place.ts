import { access, constants, open, stat, unlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable } from 'node:stream';
import { isMissing } from './is-missing.js';
import { type MediaName, getFileName } from './media-name.js';
import { type ExpiryLimits, type MediaPlace, type WriteOptions } from './media-place.js';
import { type ByteRange, type StoredMedia } from './media-store.js';
import { listFolder, sweepFolder } from './sweep-folder.js';
import { writeDurably } from './write-durably.js';

const HOUR_MS = 60 * 60 * 1000;

/** A folder that all processes of the gateway share. */
export class FolderPlace implements MediaPlace {
  readonly kind = 'folder';

  constructor(private readonly folder: string) {}

  async write(
    name: MediaName,
    source: AsyncIterable<Uint8Array>,
    { createdAt }: WriteOptions = {},
  ): Promise<void> {
    const path = this.getPath(name);
    await writeDurably(path, source);
    if (createdAt !== undefined) await utimes(path, createdAt, createdAt);
  }

  async open(name: MediaName): Promise<StoredMedia | undefined> {
    const path = this.getPath(name);
    try {
      const { size, mtime } = await stat(path);
      return { sizeBytes: size, createdAt: mtime, read: (range) => readFrom(path, range) };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async delete(name: MediaName): Promise<boolean> {
    try {
      await unlink(this.getPath(name));
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  async deleteExpired({ now, keepFrom }: ExpiryLimits): Promise<number> {
    return sweepFolder(this.folder, { keepFrom, keepUnfinishedFrom: new Date(now.getTime() - HOUR_MS) });
  }

  list(): AsyncIterable<MediaName> {
    return listFolder(this.folder);
  }

  async findTrouble(): Promise<string | undefined> {
    try {
      await access(this.folder, constants.R_OK | constants.W_OK | constants.X_OK);
      return undefined;
    } catch (error) {
      // The first file creates the folder.
      if (isMissing(error)) return undefined;
      return `the folder ${this.folder} is not usable: ${(error as Error).message}`;
    }
  }

  private getPath(name: MediaName): string {
    return join(this.folder, name.id.slice(0, 2), getFileName(name));
  }
}

async function readFrom(path: string, range?: ByteRange): Promise<Readable> {
  const file = await open(path, 'r');
  return file.createReadStream(range);
}
