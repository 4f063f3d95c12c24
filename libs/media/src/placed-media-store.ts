import { GatewayError } from '#canonical';
import { LinkSigner } from './link-signer.js';
import { type MediaName, getFileName, newMediaId, parseMediaName } from './media-name.js';
import { type MediaPlace } from './media-place.js';
import { type MediaStore, type SaveOptions, type SavedMedia, type StoredMedia } from './media-store.js';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface PlacedMediaSettings {
  /** New files go to the first. All are looked at for a file: it may have been made, or moved, under another setting. */
  places: readonly [MediaPlace, ...MediaPlace[]];
  /** Looked up anew, too: it may change. */
  retentionDays: number;
  /** At least 32 bytes each, used for nothing else: the one that links are signed with, and those that were before. */
  signingKeys: () => readonly Uint8Array[];
  /** Where clients reach the gateway, without a slash at its end; looked up anew for every link. */
  publicUrl: string;
  /** Whether another process may have stored a file where this one does not look. */
  areFoldersApart?: () => boolean;
}

/** Names files, signs links to them, and knows in which of its places each is. */
export class PlacedMediaStore implements MediaStore {
  private readonly signer: LinkSigner;

  constructor(private readonly settings: PlacedMediaSettings) {
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
    await this.settings.places[0].write(name, bounded());
    return { ...name, sizeBytes };
  }

  /** Nobody knows here whose the files are. */
  async requireRoom(): Promise<void> {
    return undefined;
  }

  async open(id: string, extension: string): Promise<StoredMedia | undefined> {
    const name = parseMediaName(`${id}.${extension}`);
    if (name === undefined) return undefined;
    const { places } = this.settings;
    const found = await this.find(name);
    if (found === undefined && this.settings.areFoldersApart?.() === true) throw notShared();
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
    const results = await this.inEach((place) => place.delete(name));
    return results.includes(true);
  }

  async deleteExpired(now: Date): Promise<number> {
    const keepFrom = new Date(now.getTime() - this.settings.retentionDays * DAY_MS);
    const counts = await this.inEach((place) => place.deleteExpired({ now, keepFrom }));
    return counts.reduce((total, count) => total + count, 0);
  }

  /** The first place is asked once more: a file that is moved there leaves the other only when it has arrived. */
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

  /** What was found may have been moved since. */
  private async readMoved(name: MediaName, found: StoredMedia, range?: Parameters<StoredMedia['read']>[0]) {
    try {
      return await found.read(range);
    } catch (error) {
      const moved = await this.find(name);
      if (moved === undefined) throw error;
      return moved.read(range);
    }
  }

  /** One that fails does not keep the others from theirs. */
  private async inEach<Result>(act: (place: MediaPlace) => Promise<Result>): Promise<Result[]> {
    const outcomes = await Promise.allSettled(this.settings.places.map(act));
    return outcomes.map((outcome) => {
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    });
  }
}

function notShared(): GatewayError {
  const message = 'The file is not here: the API and the worker do not share a media folder.';
  return new GatewayError('resource-not-found', message, { code: 'media_not_shared' });
}

function tooLarge(maxBytes: number): GatewayError {
  return new GatewayError(
    'upstream-bad-response',
    `The model service sent a file of more than ${maxBytes} bytes, which is the most that is kept.`,
  );
}
