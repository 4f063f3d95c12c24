import { type Readable } from 'node:stream';

/** Both ends belong to it. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A file as far as it has to be known to be sent, wherever it is kept. */
export interface MediaFile {
  name: { readonly id: string; readonly extension: string };
  mediaType: string;
  media: {
    readonly sizeBytes: number;
    readonly createdAt: Date;
    read(range?: ByteRange): Promise<Readable>;
  };
}
