import { type RefusingQuota } from '#quotas';
import { type MediaFileRepository } from './media-files.repository.js';
import { type MediaName } from './media-name.js';
import { type MediaStore, type SaveOptions, type SavedMedia, type StoredMedia } from './media-store.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const AT_ONCE = 8;

export interface CountedMediaStoreOptions {
  store: MediaStore;
  files: MediaFileRepository;
  quota: RefusingQuota;
  /** Asked for whenever it matters. */
  retentionDays: () => number;
}

/** A store that knows whose its files are. What cannot be counted is stored all the same: it was paid for. */
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
    const wasThere = await store.delete(id, extension);
    // One that is still counted is forgotten when its time is over.
    const owner = await files.remove(id).catch(() => undefined);
    if (owner !== undefined) quota.noteRemoved(owner);
    return wasThere;
  }

  async deleteExpired(now: Date): Promise<number> {
    const { store, files, retentionDays } = this.options;
    const keepFrom = new Date(now.getTime() - retentionDays() * DAY_MS);
    const deleted = await store.deleteExpired(now);
    await files.removeUnnamedOlderThan(keepFrom);
    return deleted + (await this.deleteKnown(await files.findOlderThan(keepFrom)));
  }

  /** What fails is still in the table, and due the next time. */
  private async deleteKnown(names: readonly MediaName[]): Promise<number> {
    const { store, files } = this.options;
    let deleted = 0;
    for (let at = 0; at < names.length; at += AT_ONCE) {
      const some = names.slice(at, at + AT_ONCE);
      const found = await Promise.all(some.map(({ id, extension }) => store.delete(id, extension)));
      await files.removeEach(some);
      deleted += found.filter(Boolean).length;
    }
    return deleted;
  }
}
