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
  /** Absolute. Files are in a folder below it, unless `places` is set. */
  dataDir: string;
  /** Where files are stored; new ones in the first. */
  places?: readonly [MediaPlace, ...MediaPlace[]];
  /** The gateway's secrets, the current one first. The keys for signing links are derived from them. */
  secretKeys: () => readonly Uint8Array[];
  /** Called for each use, because the setting may change. */
  retentionDays?: () => number;
  /** The URL at which clients reach the gateway. Called for each link. */
  publicUrl: () => string;
  /** Returns true if another process uses another folder. The default is false. */
  areFoldersApart?: () => boolean;
  /** The storage limit of each owner. Without it, files are not counted. */
  quota?: { database: Pick<Database, 'query'>; limit: () => StorageAmount };
}

/** Creates the store that all processes of a gateway share. */
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
  const usage = new StorageUseRepository(quota.database);
  return new CountedMediaStore({
    store,
    files: new MediaFileRepository(quota.database),
    quota: new RefusingQuota({
      things: 'generated files',
      settings: { items: 'quotas.mediaFiles', bytes: 'quotas.mediaMb' },
      limit: quota.limit,
      read: (owner) => usage.find(owner, 'media'),
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
