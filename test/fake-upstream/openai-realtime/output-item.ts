import type { Fields } from '../fields.js';
import type { StoredItem } from './item.js';
import type { OutputTokens } from './usage.js';

/** One item of a response while it is made. */
export interface OutputItem {
  readonly entry: StoredItem;
  readonly chunks: readonly string[];
  readonly tokens: OutputTokens;
  /** What was said so far. */
  readonly text: string;
  open(): void;
  push(chunk: string): void;
  close(status: 'completed' | 'incomplete'): void;
}

/** Where the events about an item go. */
export interface OutputChannel {
  /** Adds what every event of a response about one item has. */
  tell(event: Fields): void;
  /** The item has come to be, or has become what it stays. */
  announce(stage: 'added' | 'done', entry: StoredItem): void;
}
