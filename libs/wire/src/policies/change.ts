import { isJsonObject, type JsonObject, type JsonValue } from '#canonical';
import { type RequestBody, isForm } from './request-view.js';

/*
 * Functions that change parts of a document without mutating it. Each returns the same value if nothing in it has
 * changed, so that one comparison at any level detects changes.
 */

export type Change = (value: JsonValue) => JsonValue;
/** By the names of members. */
export type Changes = Readonly<Record<string, Change>>;

export function changeEach<Item>(list: readonly Item[], change: (item: Item) => Item): readonly Item[] {
  const changed = list.map(change);
  return changed.every((item, index) => item === list[index]) ? list : changed;
}

/** Applies `change` to every element of a list. Other values are unchanged. */
export function changeElements(value: JsonValue, change: Change): JsonValue {
  return Array.isArray(value) ? (changeEach(value, change) as JsonValue[]) : value;
}

export function changeMembers(
  object: JsonObject,
  change: (value: JsonValue, key: string) => JsonValue,
): JsonObject {
  const entries = Object.entries(object);
  const changed = entries.map(([key, value]) => [key, change(value, key)] as const);
  const isSame = changed.every(([, value], index) => value === entries[index]?.[1]);
  return isSame ? object : Object.fromEntries(changed);
}

/** Applies changes to some members of an object, by name. Other members and other values are unchanged. */
export function changeAt(value: JsonValue, changes: Changes): JsonValue {
  return isJsonObject(value) ? changeObject(value, changes) : value;
}

/** Like `changeAt`, for a request. Forms are unchanged. */
export function changeDocument(body: RequestBody, changes: Changes): RequestBody {
  return isForm(body) ? body : changeObject(body, changes);
}

function changeObject(object: JsonObject, changes: Changes): JsonObject {
  return changeMembers(object, (member, key) =>
    Object.hasOwn(changes, key) ? (changes[key]?.(member) ?? member) : member,
  );
}

export function withMember(object: JsonObject, key: string, value: JsonValue): JsonObject {
  return object[key] === value ? object : { ...object, [key]: value };
}
