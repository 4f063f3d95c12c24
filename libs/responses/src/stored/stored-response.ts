import { type JsonObject } from '#canonical';

/** A response that a client can retrieve and continue from, with its request. */
export interface StoredResponse {
  id: string;
  previousId: string | undefined;
  /** The items of this request only. Earlier ones belong to the previous responses. */
  input: JsonObject[];
  response: JsonObject;
}

export interface StoredTimes {
  createdAt: Date;
  expiresAt: Date;
}

/** Ids are part of table keys, which have at most 2,700 bytes, and Postgres rejects U+0000. */
const MAX_ID_LENGTH = 200;

export function isStorableId(id: unknown): id is string {
  return typeof id === 'string' && id.length <= MAX_ID_LENGTH && !id.includes('\0');
}
