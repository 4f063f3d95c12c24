import { type JsonObject } from '#canonical';

/** A response that a client can read again and continue from: its request and its result. */
export interface StoredResponse {
  id: string;
  previousId: string | undefined;
  /** The items of this request alone; earlier ones belong to the responses before it. */
  input: JsonObject[];
  response: JsonObject;
}

/** When a stored response was made, and until when it is kept. */
export interface StoredTimes {
  createdAt: Date;
  expiresAt: Date;
}

/** Ids are in the keys of tables, which hold 2,700 bytes, and Postgres takes no U+0000. */
const MAX_ID_LENGTH = 200;

export function isStorableId(id: unknown): id is string {
  return typeof id === 'string' && id.length <= MAX_ID_LENGTH && !id.includes('\0');
}
