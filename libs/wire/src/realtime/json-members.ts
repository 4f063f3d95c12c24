import { isJsonObject, type JsonObject } from '#canonical';

export function omitMembers(object: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** Translates the `type` of an object; unknown types are unchanged. */
export function translateType(object: JsonObject, types: ReadonlyMap<unknown, string>): JsonObject {
  const type = types.get(object['type']);
  return type === undefined ? object : { ...object, type };
}

/** Applies `change` to a member that is an object. Other values are unchanged. */
export function mapObject(
  holder: JsonObject,
  name: string,
  change: (object: JsonObject) => JsonObject,
): JsonObject {
  const value = holder[name];
  return isJsonObject(value) ? { ...holder, [name]: change(value) } : holder;
}

/** Applies `change` to the objects in a member that is a list. Other values are unchanged. */
export function mapObjects(
  holder: JsonObject,
  name: string,
  change: (object: JsonObject) => JsonObject,
): JsonObject {
  const value = holder[name];
  if (!Array.isArray(value)) return holder;
  return { ...holder, [name]: value.map((one) => (isJsonObject(one) ? change(one) : one)) };
}
