import { type RefusingQuota } from '#quotas';
import { type MediaFileRepository } from './media-files.repository.js';
import { type MediaName } from './media-name.js';
import { type MediaStore, type SaveOptions, type SavedMedia, type StoredMedia } from './media-store.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_CONCURRENT = 8;

export interface CountedMediaStoreOptions {
  store: MediaStore;
  files: MediaFileRepository;
  quota: RefusingQuota;
  /** Called for each use, because the setting may change. */
  retentionDays: () => number;
}

/**
 * A store that counts the files of each owner. If a file cannot be counted, it is stored nevertheless, because it was
 * paid for.
 */
export class CountedMediaStore implements MediaStore {
  constructor(private readonly options: CountedMediaStoreOptions) {}

  async save(source: Uint8Array | AsyncIterable<Uint8Array>, options: SaveOptions): Promise<SavedMedia> {
    const { store, files, quota } = this.options;
    const saved = await store.save(source, options);
    const { owner } = options;
    if (owner !== undefined) {
      await files.add(saved, owner).catch(() => undefined);
      quota.noteAdded(owner, saved.sizeBytes);
    }
    return saved;
  }

  requireRoom(owner: string): Promise<void> {
    return this.options.quota.requireRoom(owner);
  }

  open(id: string, extension: string): Promise<StoredMedia | undefined> {
    return this.options.store.open(id, extension);
  }

  linkTo(name: MediaName, savedAt?: Date): string {
    return this.options.store.linkTo(name, savedAt);
  }

  isValidLink(...link: Parameters<MediaStore['isValidLink']>): boolean {
    return this.options.store.isValidLink(...link);
  }

  async delete(id: string, extension: string): Promise<boolean> {
    const { store, files, quota } = this.options;
    const existed = await store.delete(id, extension);
    // A file that is still counted is removed from the table when it expires.
    const owner = await files.remove(id).catch(() => undefined);
    if (owner !== undefined) quota.noteRemoved(owner);
    return existed;
  }

  async deleteExpired(now: Date): Promise<number> {
    const { store, files, retentionDays } = this.options;
    const keepFrom = new Date(now.getTime() - retentionDays() * DAY_MS);
    const deleted = await store.deleteExpired(now);
    await files.removeUnnamedOlderThan(keepFrom);
    return deleted + (await this.deleteListed(await files.findOlderThan(keepFrom)));
  }

  /** A file that cannot be deleted remains in the table and is tried again the next time. */
  private async deleteListed(names: readonly MediaName[]): Promise<number> {
    const { store, files } = this.options;
    let deleted = 0;
    for (let at = 0; at < names.length; at += MAX_CONCURRENT) {
      const batch = names.slice(at, at + MAX_CONCURRENT);
      const found = await Promise.all(batch.map(({ id, extension }) => store.delete(id, extension)));
      await files.removeEach(batch);
      deleted += found.filter(Boolean).length;
    }
    return deleted;
  }
}
