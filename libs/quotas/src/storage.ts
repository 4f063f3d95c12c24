/** The kinds of data that are counted per owner. */
export type StorageKind = 'responses' | 'answers' | 'media';

/** How much of one kind an owner stores or may store. */
export interface StorageAmount {
  items: number;
  bytes: number;
}

export function isWithin(use: StorageAmount, limit: StorageAmount): boolean {
  return use.items <= limit.items && use.bytes <= limit.bytes;
}

/** After evictions, this share of a quota is left in use, so that the next entries do not need evictions again. */
const KEPT_SHARE = 0.98;

/** How much is kept when the oldest entries of an owner above this quota are deleted. */
export function toKeptAmount({ items, bytes }: StorageAmount): StorageAmount {
  return { items: Math.floor(items * KEPT_SHARE), bytes: Math.floor(bytes * KEPT_SHARE) };
}
