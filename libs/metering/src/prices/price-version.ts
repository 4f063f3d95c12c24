import { createHash } from 'node:crypto';
import { type Price } from './price.js';

const HASH_LENGTH = 12;

/** A short name for exactly this price, the same in every process and release. */
export function getVersion(price: Price): string {
  return createHash('sha256').update(canonicalJson(price)).digest('hex').slice(0, HASH_LENGTH);
}

/** The same text for the same value, in whatever order it was written. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => (isMap(member) ? sorted(member) : member));
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sorted(map: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(map).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
