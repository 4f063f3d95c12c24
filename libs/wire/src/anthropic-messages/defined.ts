import { type JsonObject, type JsonValue } from '#canonical';

/** The members that have a value: an absent member and one without value are not the same in JSON. */
export function defined<Members extends object>(members: Members): Members {
  const kept = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as Members;
}

export function definedJson(members: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  return defined(members) as JsonObject;
}
