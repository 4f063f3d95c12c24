import { type Readable } from 'node:stream';
import { type MediaName } from './media-name.js';
import { type MediaExtension } from './media-types.js';

export interface SaveOptions {
  extension: MediaExtension;
  maxBytes: number;
  /** Whose it is; what is nobody's is not counted. */
  owner?: string | undefined;
}

export interface SavedMedia extends MediaName {
  sizeBytes: number;
}

/** Both ends are part of it, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredMedia {
  sizeBytes: number;
  createdAt: Date;
  /** Once this resolves the bytes can be read to their end, even if the file is deleted meanwhile. */
  read(range?: ByteRange): Promise<Readable>;
}

/** Generated files, which belong to the gateway until their time is over. Whoever holds a link may read one. */
export abstract class MediaStore {
  /** Keeps a file whole or not at all. */
  abstract save(source: Uint8Array | AsyncIterable<Uint8Array>, options: SaveOptions): Promise<SavedMedia>;

  /** Throws a GatewayError where the owner has as much as they may: nothing new is to be begun for them. */
  abstract requireRoom(owner: string): Promise<void>;

  abstract open(id: string, extension: string): Promise<StoredMedia | undefined>;

  /** Good for as long as a file that was saved at that moment is kept. */
  abstract linkTo(name: MediaName, savedAt?: Date): string;

  /** `query` is what came with the address, unchecked. */
  abstract isValidLink(
    id: string,
    extension: string,
    query: Readonly<Record<string, unknown>>,
    now: Date,
  ): boolean;

  /** Says whether there was such a file. */
  abstract delete(id: string, extension: string): Promise<boolean>;

  /** Removes what has been kept long enough; says how many files went. */
  abstract deleteExpired(now: Date): Promise<number>;
}
