import { hkdfSync } from 'node:crypto';
import { join } from 'node:path';
import { type Database } from '#database';
import { RefusingQuota, type StorageAmount, StorageUseRepository } from '#quotas';
import { CountedMediaStore } from './counted-media-store.js';
import { FolderMediaStore } from './folder-media-store.js';
import { MediaFileRepository } from './media-files.repository.js';
import { type MediaStore } from './media-store.js';

const RETENTION_DAYS = 30;

export interface MediaSettings {
  /** Absolute. */
  dataDir: string;
  /** The gateway's secrets, the current one first: links are signed with a key that is made from it. */
  secretKeys: () => readonly Uint8Array[];
  /** Asked for whenever it matters. */
  retentionDays?: () => number;
  /** Where clients reach the gateway; asked for whenever a link is made. */
  publicUrl: () => string;
  /** How much each owner may have; without it nobody counts. */
  quota?: { database: Pick<Database, 'query'>; limit: () => StorageAmount };
}

/** The store that every process of one gateway shares. */
export function createMediaStore(settings: MediaSettings): MediaStore {
  const { dataDir, secretKeys, retentionDays = () => RETENTION_DAYS, publicUrl, quota } = settings;
  const store = new FolderMediaStore({
    folder: join(dataDir, 'media'),
    get retentionDays() {
      return retentionDays();
    },
    signingKeys: () => secretKeys().map(toSigningKey),
    get publicUrl() {
      return publicUrl();
    },
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

function toSigningKey(secretKey: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secretKey, '', 'modelgate media links', 32));
}
