import { hkdfSync } from 'node:crypto';
import { join } from 'node:path';
import { FolderMediaStore } from './folder-media-store.js';
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
}

/** The store that every process of one gateway shares. */
export function openMediaStore({
  dataDir,
  secretKeys,
  retentionDays = () => RETENTION_DAYS,
  publicUrl,
}: MediaSettings): MediaStore {
  return new FolderMediaStore({
    folder: join(dataDir, 'media'),
    get retentionDays() {
      return retentionDays();
    },
    signingKeys: () => secretKeys().map(signingKeyOf),
    get publicUrl() {
      return publicUrl();
    },
  });
}

function signingKeyOf(secretKey: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secretKey, '', 'modelgate media links', 32));
}
