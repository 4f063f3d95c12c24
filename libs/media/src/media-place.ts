import { type MediaName } from './media-name.js';
import { type StoredMedia } from './media-store.js';

export interface WriteOptions {
  /** When the file was created, if not just now. */
  createdAt?: Date | undefined;
}

export interface ExpiryLimits {
  now: Date;
  /** Files created before this time are removed. */
  keepFrom: Date;
}

/** Storage for files. It has no information about their owners or readers. */
export interface MediaPlace {
  /** The value of the setting that selects it. */
  readonly kind: 'folder' | 's3';

  /** Stores a complete file or nothing. */
  write(name: MediaName, source: AsyncIterable<Uint8Array>, options?: WriteOptions): Promise<void>;

  open(name: MediaName): Promise<StoredMedia | undefined>;

  /** Returns false if there was no such file. */
  delete(name: MediaName): Promise<boolean>;

  /** Removes old files, whether or not the database contains them, and unfinished ones. Returns their number. */
  deleteExpired(limits: ExpiryLimits): Promise<number>;

  /** The names of all complete files. Files that are added or removed meanwhile may be missing. */
  list(): AsyncIterable<MediaName>;

  /** Returns the reason if it cannot be used, as a sentence for admins. */
  findTrouble(): Promise<string | undefined>;
}
