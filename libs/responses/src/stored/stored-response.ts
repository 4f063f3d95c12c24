import { type JsonObject } from '#canonical';

/** A response that a client can come back to: what it was asked, and what it said. */
export interface StoredResponse {
  id: string;
  previousId: string | undefined;
  /** The items of this turn alone; those before it belong to the responses before it. */
  input: JsonObject[];
  response: JsonObject;
}
