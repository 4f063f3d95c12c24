import { type JsonObject, type JsonValue } from '#canonical';
import { isJsonObject } from '../validation/json-values.js';
import { type RequestBody, isForm } from './request-view.js';

/*
 * Changing parts of a document without touching it: each function gives back the very same value where nothing in
 * it has changed, so that "has anything changed?" is one comparison, at every level.
 */

export type Change = (value: JsonValue) => JsonValue;
/** By the names of members. */
export type Changes = Readonly<Record<string, Change>>;

export function changeEach<Item>(list: readonly Item[], change: (item: Item) => Item): readonly Item[] {
  const changed = list.map(change);
  return changed.every((item, index) => item === list[index]) ? list : changed;
}

/** `change` for every element of a list; anything else stays. */
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

/** Changes for some members of an object, by their names; the others stay, and so does what is no object. */
export function changeAt(value: JsonValue, changes: Changes): JsonValue {
  return isJsonObject(value) ? changeObject(value, changes) : value;
}

/** The same for a request; forms have no such members. */
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
