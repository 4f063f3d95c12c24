import { GatewayError } from '#canonical';
import { LinkSigner } from './link-signer.js';
import { type MediaName, getFileName, createMediaId, parseMediaName } from './media-name.js';
import { type MediaPlace } from './media-place.js';
import { type MediaStore, type SaveOptions, type SavedMedia, type StoredMedia } from './media-store.js';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface PlacedMediaSettings {
  /**
   * New files are stored in the first. All are searched for a file, because it may have been stored or moved under
   * another setting.
   */
  places: readonly [MediaPlace, ...MediaPlace[]];
  /** May change, so it is read for each use. */
  retentionDays: number;
  /** At least 32 bytes each, used for nothing else: the current key for signing links, and the previous ones. */
  signingKeys: () => readonly Uint8Array[];
  /** The URL at which clients reach the gateway, without a slash at its end. Read for each link. */
  publicUrl: string;
  /** Returns true if another process may have stored a file where this one does not search. */
  areFoldersApart?: () => boolean;
}

/** Names files, signs links to them, and finds them in several places. */
export class PlacedMediaStore implements MediaStore {
  private readonly signer: LinkSigner;

  constructor(private readonly settings: PlacedMediaSettings) {
    this.signer = new LinkSigner(settings.signingKeys);
  }

  async save(
    source: Uint8Array | AsyncIterable<Uint8Array>,
    { extension, maxBytes }: SaveOptions,
  ): Promise<SavedMedia> {
    const name: MediaName = { id: createMediaId(), extension };
    let sizeBytes = 0;
    async function* limitSize(): AsyncGenerator<Uint8Array> {
      for await (const chunk of source instanceof Uint8Array ? [source] : source) {
        sizeBytes += chunk.length;
        if (sizeBytes > maxBytes) throw buildTooLargeError(maxBytes);
        yield chunk;
      }
    }
    await this.settings.places[0].write(name, limitSize());
    return { ...name, sizeBytes };
  }

  /** There is no limit, because this store does not have the owners of files. */
  async requireRoom(): Promise<void> {
    return undefined;
  }

  async open(id: string, extension: string): Promise<StoredMedia | undefined> {
    const name = parseMediaName(`${id}.${extension}`);
    if (name === undefined) return undefined;
    const { places } = this.settings;
    const found = await this.find(name);
    if (found === undefined && this.settings.areFoldersApart?.() === true) throw buildNotSharedError();
    if (found === undefined || places.length === 1) return found;
    return { ...found, read: (range) => this.readMoved(name, found, range) };
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
    const name = parseMediaName(`${id}.${extension}`);
    if (name === undefined) return false;
    const results = await this.runInEach((place) => place.delete(name));
    return results.includes(true);
  }

  async deleteExpired(now: Date): Promise<number> {
    const keepFrom = new Date(now.getTime() - this.settings.retentionDays * DAY_MS);
    const counts = await this.runInEach((place) => place.deleteExpired({ now, keepFrom }));
    return counts.reduce((total, count) => total + count, 0);
  }

  /**
   * The first place is searched twice: a file that is moved there is deleted from the other place only after it was
   * copied.
   */
  private async find(name: MediaName): Promise<StoredMedia | undefined> {
    const { places } = this.settings;
    if (places.length === 1) return places[0].open(name);
    const failures: unknown[] = [];
    for (const place of places) {
      const found = await place.open(name).catch((error: unknown) => void failures.push(error));
      if (found !== undefined) return found;
    }
    if (failures.length > 0) throw failures[0];
    return places[0].open(name);
  }

  /** The file may have been moved since it was found. */
  private async readMoved(name: MediaName, found: StoredMedia, range?: Parameters<StoredMedia['read']>[0]) {
    try {
      return await found.read(range);
    } catch (error) {
      const moved = await this.find(name);
      if (moved === undefined) throw error;
      return moved.read(range);
    }
  }

  /** Runs in all places, even if one of them fails. */
  private async runInEach<Result>(action: (place: MediaPlace) => Promise<Result>): Promise<Result[]> {
    const outcomes = await Promise.allSettled(this.settings.places.map(action));
    return outcomes.map((outcome) => {
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    });
  }
}

function buildNotSharedError(): GatewayError {
  const message = 'The file is missing: the API and the worker do not share a media folder.';
  return new GatewayError('resource-not-found', message, { code: 'media_not_shared' });
}

function buildTooLargeError(maxBytes: number): GatewayError {
  return new GatewayError(
    'upstream-bad-response',
    `The provider returned a file larger than ${maxBytes} bytes, which is the storage limit.`,
  );
}
