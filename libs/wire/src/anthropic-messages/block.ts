import { type JsonObject } from '#canonical';

/** A content block, on either side. */
export interface Block extends JsonObject {
  type: string;
}
