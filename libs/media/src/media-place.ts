import { type MediaName } from './media-name.js';
import { type StoredMedia } from './media-store.js';

export interface WriteOptions {
  /** When the file came about, where that was not just now. */
  createdAt?: Date | undefined;
}

export interface ExpiryLimits {
  now: Date;
  /** What came about before then is removed. */
  keepFrom: Date;
}

/** Where files lie. It knows neither whose they are nor who may read them. */
export interface MediaPlace {
  /** As people call it: the setting that chooses it. */
  readonly kind: 'folder' | 's3';

  /** Keeps a file whole or not at all. */
  write(name: MediaName, source: AsyncIterable<Uint8Array>, options?: WriteOptions): Promise<void>;

  open(name: MediaName): Promise<StoredMedia | undefined>;

  /** Says whether there was such a file. */
  delete(name: MediaName): Promise<boolean>;

  /** Looks for old files, whether or not anybody knows of them, and for what was never finished; says how many went. */
  deleteExpired(limits: ExpiryLimits): Promise<number>;

  /** The names of all files that are whole; those that come and go meanwhile may be missing. */
  list(): AsyncIterable<MediaName>;

  /** Says what keeps it from being used, in a sentence for who runs the gateway. */
  findTrouble(): Promise<string | undefined>;
}
