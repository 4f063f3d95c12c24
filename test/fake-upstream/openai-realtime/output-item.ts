import type { Fields } from '../fields.js';
import type { StoredItem } from './item.js';
import type { OutputTokens } from './usage.js';

/** One item of a response while it is made. */
export interface OutputItem {
  readonly entry: StoredItem;
  readonly chunks: readonly string[];
  readonly tokens: OutputTokens;
  /** The text so far. */
  readonly text: string;
  open(): void;
  push(chunk: string): void;
  close(status: 'completed' | 'incomplete'): void;
}

/** Receives the events about an item. */
export interface OutputChannel {
  /** Adds the common members of a response's events about one item. */
  tell(event: Fields): void;
  /** The item was added, or is complete. */
  announce(stage: 'added' | 'done', entry: StoredItem): void;
}
