import { type JsonObject, type JsonValue } from '#canonical';

/** An object without the members that nothing is known of. */
export function definedMembers(members: Record<string, JsonValue | undefined>): JsonObject {
  const known: JsonObject = {};
  for (const [key, value] of Object.entries(members)) if (value !== undefined) known[key] = value;
  return known;
}
