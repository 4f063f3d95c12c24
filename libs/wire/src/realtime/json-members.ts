import { type JsonObject } from '#canonical';
import { isJsonObject } from '../validation/json-values.js';

export function without(object: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** An object with another word for what it is, where there is one. */
export function withTypeIn(object: JsonObject, types: ReadonlyMap<unknown, string>): JsonObject {
  const type = types.get(object['type']);
  return type === undefined ? object : { ...object, type };
}

/** `change` for a member that is an object; anything else stays as it is. */
export function withObject(
  holder: JsonObject,
  name: string,
  change: (object: JsonObject) => JsonObject,
): JsonObject {
  const value = holder[name];
  return isJsonObject(value) ? { ...holder, [name]: change(value) } : holder;
}

/** `change` for the objects in a member that is a list; anything else stays as it is. */
export function withObjects(
  holder: JsonObject,
  name: string,
  change: (object: JsonObject) => JsonObject,
): JsonObject {
  const value = holder[name];
  if (!Array.isArray(value)) return holder;
  return { ...holder, [name]: value.map((one) => (isJsonObject(one) ? change(one) : one)) };
}
