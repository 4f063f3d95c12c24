import { type Catalog } from '#catalog';
import { type HttpTransport } from '#egress';
import { type MediaStore } from '#media';
import { type FetchMedia } from '../chat/resolve-media.js';
import { type KeyTurns } from '../key-turns.js';

export interface OperationParts {
  catalog: Catalog;
  http: HttpTransport;
  keys: KeyTurns;
  fetchMedia: FetchMedia;
  media: MediaStore;
  keepAliveMs: number;
}
