import { type Readable } from 'node:stream';

/** Both ends are inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A file that can be sent, wherever it is stored. */
export interface MediaFile {
  name: { readonly id: string; readonly extension: string };
  mediaType: string;
  media: {
    readonly sizeBytes: number;
    readonly createdAt: Date;
    read(range?: ByteRange): Promise<Readable>;
  };
}
