import { type JsonObject } from '#canonical';

/** A content block, on either side. */
export interface Block extends JsonObject {
  type: string;
}

/** The value where it is text; what is anything else says nothing. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
