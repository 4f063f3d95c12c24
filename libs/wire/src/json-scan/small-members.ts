import { type JsonDocument } from './json-document.js';

/** The number that stands under one of these keys, the first that has one; what is no number is no limit. */
export function readLimit(document: JsonDocument, ...keys: readonly string[]): number | undefined {
  for (const key of keys) {
    const member = document.member(key);
    const value = member === undefined ? undefined : document.value(member);
    if (typeof value === 'number') return value;
  }
  return undefined;
}

/** The text that stands under a key; what is no text is none. */
export function readText(document: JsonDocument, key: string): string | undefined {
  const member = document.member(key);
  const value = member === undefined ? undefined : document.value(member);
  return typeof value === 'string' ? value : undefined;
}
