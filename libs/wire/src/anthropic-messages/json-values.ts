import { type JsonObject } from '#canonical';

/** A content block of a request or a response. */
export interface Block extends JsonObject {
  type: string;
}

/** The value if it is a string, otherwise an empty string. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
