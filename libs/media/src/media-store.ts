import { type Readable } from 'node:stream';
import { type MediaName } from './media-name.js';
import { type MediaExtension } from './media-types.js';

export interface SaveOptions {
  extension: MediaExtension;
  maxBytes: number;
  /** Files without an owner are not counted. */
  owner?: string | undefined;
}

export interface SavedMedia extends MediaName {
  sizeBytes: number;
}

/** Both ends are inclusive, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredMedia {
  sizeBytes: number;
  createdAt: Date;
  /** After this resolves, the bytes can be read to their end, even if the file is deleted meanwhile. */
  read(range?: ByteRange): Promise<Readable>;
}

/** Generated files, which the gateway stores until they expire. A link gives access to one file. */
export abstract class MediaStore {
  /** Stores a complete file or nothing. */
  abstract save(source: Uint8Array | AsyncIterable<Uint8Array>, options: SaveOptions): Promise<SavedMedia>;

  /** Throws a GatewayError if the owner has reached the storage limit, so that no new work is started. */
  abstract requireRoom(owner: string): Promise<void>;

  abstract open(id: string, extension: string): Promise<StoredMedia | undefined>;

  /** Valid for as long as a file is stored that was saved at that time. */
  abstract linkTo(name: MediaName, savedAt?: Date): string;

  /** `query` is the unchecked query of the URL. */
  abstract isValidLink(
    id: string,
    extension: string,
    query: Readonly<Record<string, unknown>>,
    now: Date,
  ): boolean;

  /** Returns false if there was no such file. */
  abstract delete(id: string, extension: string): Promise<boolean>;

  /** Removes expired files and returns their number. */
  abstract deleteExpired(now: Date): Promise<number>;
}
