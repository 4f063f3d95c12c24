import { type JsonObject, type JsonValue } from '#canonical';

/** A content block, on either side. */
export interface Block extends JsonObject {
  type: string;
}

/** The members that have a value: an absent member and one without value are not the same in JSON. */
export function defined<Members extends object>(members: Members): Members {
  const kept = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as Members;
}

export function definedJson(members: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  return defined(members) as JsonObject;
}

/** The value where it is text; what is anything else says nothing. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
