import { type JsonObject, type JsonValue } from '#canonical';
import { isJsonObject } from '../validation/json-values.js';

/** The members that have a value. */
export function given<Members extends object>(
  members: Members,
): { [Key in keyof Members]: Exclude<Members[Key], undefined> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof Members]: Exclude<Members[Key], undefined> };
}

export function objectsIn(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
