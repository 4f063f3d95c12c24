/** Marks the end of the prefix that the upstream should store in its prompt cache. */
export interface CacheBreakpoint {
  ttl?: '5m' | '1h';
}

export interface TextPart {
  type: 'text';
  text: string;
  cache?: CacheBreakpoint;
}

/** Where the bytes of a medium are. Base64 is not decoded, because most of it is only forwarded. */
export type MediaSource =
  | { kind: 'bytes'; mediaType: string; base64: string }
  | { kind: 'url'; url: string; mediaType?: string }
  /** A file that was uploaded to one service. Its id is not valid at any other. */
  | { kind: 'file'; id: string; mediaType?: string };

export interface ImagePart {
  type: 'image';
  source: MediaSource;
  detail?: 'auto' | 'low' | 'high' | 'original';
  cache?: CacheBreakpoint;
}

export interface AudioPart {
  type: 'audio';
  source: MediaSource;
}

export interface DocumentPart {
  type: 'document';
  source: MediaSource;
  name?: string;
  cache?: CacheBreakpoint;
}

export type UserPart = TextPart | ImagePart | AudioPart | DocumentPart;
