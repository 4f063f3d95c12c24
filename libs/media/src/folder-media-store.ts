import { open, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable } from 'node:stream';
import { GatewayError } from '#canonical';
import { isMissing } from './is-missing.js';
import { LinkSigner } from './link-signer.js';
import { type MediaName, getFileName, newMediaId, parseMediaName } from './media-name.js';
import {
  type ByteRange,
  type MediaStore,
  type SaveOptions,
  type SavedMedia,
  type StoredMedia,
} from './media-store.js';
import { sweepFolder } from './sweep-folder.js';
import { writeDurably } from './write-durably.js';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

export interface FolderMediaSettings {
  folder: string;
  /** Looked up anew, too: it may change. */
  retentionDays: number;
  /** At least 32 bytes each, used for nothing else: the one that links are signed with, and those that were before. */
  signingKeys: () => readonly Uint8Array[];
  /** Where clients reach the gateway, without a slash at its end; looked up anew for every link. */
  publicUrl: string;
}

/** Media in a folder, which all processes of the gateway share. */
export class FolderMediaStore implements MediaStore {
  private readonly signer: LinkSigner;

  constructor(private readonly settings: FolderMediaSettings) {
    this.signer = new LinkSigner(settings.signingKeys);
  }

  async save(
    source: Uint8Array | AsyncIterable<Uint8Array>,
    { extension, maxBytes }: SaveOptions,
  ): Promise<SavedMedia> {
    const name: MediaName = { id: newMediaId(), extension };
    let sizeBytes = 0;
    async function* bounded(): AsyncGenerator<Uint8Array> {
      for await (const chunk of source instanceof Uint8Array ? [source] : source) {
        sizeBytes += chunk.length;
        if (sizeBytes > maxBytes) throw tooLarge(maxBytes);
        yield chunk;
      }
    }
    await writeDurably(this.getPath(name), bounded());
    return { ...name, sizeBytes };
  }

  /** A folder does not know whose its files are. */
  async requireRoom(): Promise<void> {
    return undefined;
  }

  async open(id: string, extension: string): Promise<StoredMedia | undefined> {
    const path = this.findPath(id, extension);
    if (path === undefined) return undefined;
    try {
      const { size, mtime } = await stat(path);
      return { sizeBytes: size, createdAt: mtime, read: (range) => readFrom(path, range) };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  linkTo(name: MediaName, savedAt = new Date()): string {
    const expiresAt = new Date(savedAt.getTime() + this.settings.retentionDays * DAY_MS);
    const { publicUrl } = this.settings;
    return `${publicUrl}/media/${getFileName(name)}?${this.signer.sign(name, expiresAt)}`;
  }

  isValidLink(id: string, extension: string, query: Readonly<Record<string, unknown>>, now: Date): boolean {
    const name = parseMediaName(`${id}.${extension}`);
    return name !== undefined && this.signer.isValid(name, query, now);
  }

  async delete(id: string, extension: string): Promise<boolean> {
    const path = this.findPath(id, extension);
    if (path === undefined) return false;
    try {
      await unlink(path);
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  async deleteExpired(now: Date): Promise<number> {
    return sweepFolder(this.settings.folder, {
      keepFrom: new Date(now.getTime() - this.settings.retentionDays * DAY_MS),
      keepUnfinishedFrom: new Date(now.getTime() - HOUR_MS),
    });
  }

  private findPath(id: string, extension: string): string | undefined {
    const name = parseMediaName(`${id}.${extension}`);
    return name === undefined ? undefined : this.getPath(name);
  }

  private getPath(name: MediaName): string {
    return join(this.settings.folder, name.id.slice(0, 2), getFileName(name));
  }
}

async function readFrom(path: string, range?: ByteRange): Promise<Readable> {
  const file = await open(path, 'r');
  return file.createReadStream(range);
}

function tooLarge(maxBytes: number): GatewayError {
  return new GatewayError(
    'upstream-bad-response',
    `The model service sent a file of more than ${maxBytes} bytes, which is the most that is kept.`,
  );
}
