import { type JsonObject } from '#canonical';
import { wrongType } from './faults.js';

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function checkObject(value: unknown, path: string): JsonObject {
  if (!isJsonObject(value)) throw wrongType(path, 'an object');
  return value;
}

export function checkString(value: unknown, path: string): string {
  if (typeof value !== 'string') throw wrongType(path, 'a string');
  return value;
}

/** The members that have a value: an absent member and one without value are not the same in JSON. */
export function definedMembers<Members extends object>(
  members: Members,
): { [Key in keyof Members]: Exclude<Members[Key], undefined> } {
  const kept = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as { [Key in keyof Members]: Exclude<Members[Key], undefined> };
}
