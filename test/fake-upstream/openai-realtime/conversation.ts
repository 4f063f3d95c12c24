import { Refused } from '../refused.js';
import type { StoredItem } from './item.js';

/** The items of the conversation in order. */
export class Conversation {
  readonly #entries: StoredItem[] = [];

  get entries(): readonly StoredItem[] {
    return this.#entries;
  }

  get lastId(): string | null {
    return this.#entries.at(-1)?.item.id ?? null;
  }

  find(id: unknown): StoredItem | undefined {
    return this.#entries.find(({ item }) => item.id === id);
  }

  /** Throws the error of this action if there is no such item. */
  require(id: unknown, action: 'retrieve' | 'truncate' | 'delete'): StoredItem {
    const entry = this.find(id);
    if (entry) return entry;
    throw new Refused(`Error with item: the item with id '${String(id)}' does not exist.`, {
      code: `item_${action}_invalid_item_id`,
    });
  }

  /** Adds it at the end, after another item, or before all others (`root`). */
  add(entry: StoredItem, previousItemId?: string | null): void {
    if (this.find(entry.item.id)) {
      throw new Refused(`Error adding item: the item with id '${entry.item.id}' already exists.`, {
        code: 'item_create_duplicate_item_id',
      });
    }
    this.#entries.splice(this.#indexAfter(previousItemId), 0, entry);
  }

  /** The id of the previous item. */
  before(entry: StoredItem): string | null {
    return this.#entries[this.#entries.indexOf(entry) - 1]?.item.id ?? null;
  }

  remove(entry: StoredItem): void {
    this.#entries.splice(this.#entries.indexOf(entry), 1);
  }

  #indexAfter(previousItemId?: string | null): number {
    if (previousItemId === undefined || previousItemId === null) return this.#entries.length;
    if (previousItemId === 'root') return 0;
    const index = this.#entries.findIndex(({ item }) => item.id === previousItemId);
    if (index >= 0) return index + 1;
    throw new Refused(`Error adding item: the previous item '${previousItemId}' does not exist.`, {
      code: 'item_create_invalid_previous_item_id',
    });
  }
}
