import { createHash } from 'node:crypto';
import { type Price } from './price.js';

const HASH_LENGTH = 12;

/** A short hash of the price, the same in every process and release. */
export function getVersion(price: Price): string {
  return createHash('sha256').update(canonicalJson(price)).digest('hex').slice(0, HASH_LENGTH);
}

/** JSON with sorted keys. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => (isObject(member) ? sortKeys(member) : member));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sortKeys(map: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(map).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
