/** What is counted for each owner. */
export type StorageKind = 'responses' | 'answers' | 'media';

/** How much of one kind an owner has, or may have. */
export interface StorageAmount {
  items: number;
  bytes: number;
}

export function isWithin(use: StorageAmount, limit: StorageAmount): boolean {
  return use.items <= limit.items && use.bytes <= limit.bytes;
}
