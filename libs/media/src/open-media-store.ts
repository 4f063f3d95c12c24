import { hkdfSync } from 'node:crypto';
import { join } from 'node:path';
import { FolderMediaStore } from './folder-media-store.js';
import { type MediaStore } from './media-store.js';

const RETENTION_DAYS = 30;

export interface MediaSettings {
  /** Absolute. */
  dataDir: string;
  /** The gateway's one secret; links are signed with a key that is made from it. */
  secretKey: Uint8Array;
  retentionDays?: number;
  /** Where clients reach the gateway; asked for whenever a link is made. */
  publicUrl: () => string;
}

/** The store that every process of one gateway shares. */
export function openMediaStore({
  dataDir,
  secretKey,
  retentionDays = RETENTION_DAYS,
  publicUrl,
}: MediaSettings): MediaStore {
  return new FolderMediaStore({
    folder: join(dataDir, 'media'),
    retentionDays,
    signingKey: new Uint8Array(hkdfSync('sha256', secretKey, '', 'modelgate media links', 32)),
    get publicUrl() {
      return publicUrl();
    },
  });
}
