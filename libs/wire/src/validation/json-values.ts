import { isJsonObject, type JsonObject } from '#canonical';
import { wrongType } from './faults.js';

export function checkObject(value: unknown, path: string): JsonObject {
  if (!isJsonObject(value)) throw wrongType(path, 'an object');
  return value;
}

export function checkString(value: unknown, path: string): string {
  if (typeof value !== 'string') throw wrongType(path, 'a string');
  return value;
}

/**
 * Removes members whose value is undefined, because in JSON a member without a value is not the same as an absent
 * one.
 */
export function definedMembers<Members extends object>(
  members: Members,
): { [Key in keyof Members]: Exclude<Members[Key], undefined> } {
  const defined = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(defined) as { [Key in keyof Members]: Exclude<Members[Key], undefined> };
}
