import { hkdfSync } from 'node:crypto';
import { join } from 'node:path';
import { type Database } from '#database';
import { RefusingQuota, type StorageAmount, StorageUseRepository } from '#quotas';
import { CountedMediaStore } from './counted-media-store.js';
import { FolderPlace } from './folder-place.js';
import { MediaFileRepository } from './media-files.repository.js';
import { type MediaPlace } from './media-place.js';
import { type MediaStore } from './media-store.js';
import { PlacedMediaStore } from './placed-media-store.js';

const RETENTION_DAYS = 30;

export interface MediaSettings {
  /** Absolute. Files lie in a folder below it, unless other places are named. */
  dataDir: string;
  /** Where files are: new ones go to the first. */
  places?: readonly [MediaPlace, ...MediaPlace[]];
  /** The gateway's secrets, the current one first: links are signed with a key that is made from it. */
  secretKeys: () => readonly Uint8Array[];
  /** Asked for whenever it matters. */
  retentionDays?: () => number;
  /** Where clients reach the gateway; asked for whenever a link is made. */
  publicUrl: () => string;
  /** Whether another process uses another folder; nobody does where this is not given. */
  areFoldersApart?: () => boolean;
  /** How much each owner may have; without it nobody counts. */
  quota?: { database: Pick<Database, 'query'>; limit: () => StorageAmount };
}

/** The store that every process of one gateway shares. */
export function createMediaStore(settings: MediaSettings): MediaStore {
  const { dataDir, secretKeys, retentionDays = () => RETENTION_DAYS, publicUrl, quota } = settings;
  const store = new PlacedMediaStore({
    places: settings.places ?? [new FolderPlace(getMediaFolder(dataDir))],
    get retentionDays() {
      return retentionDays();
    },
    signingKeys: () => secretKeys().map(toSigningKey),
    get publicUrl() {
      return publicUrl();
    },
    ...(settings.areFoldersApart && { areFoldersApart: settings.areFoldersApart }),
  });
  if (quota === undefined) return store;
  const use = new StorageUseRepository(quota.database);
  return new CountedMediaStore({
    store,
    files: new MediaFileRepository(quota.database),
    quota: new RefusingQuota({
      things: 'generated files',
      settings: { items: 'quotas.mediaFiles', bytes: 'quotas.mediaMb' },
      limit: quota.limit,
      read: (owner) => use.find(owner, 'media'),
    }),
    retentionDays,
  });
}

export function getMediaFolder(dataDir: string): string {
  return join(dataDir, 'media');
}

function toSigningKey(secretKey: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secretKey, '', 'modelgate media links', 32));
}
