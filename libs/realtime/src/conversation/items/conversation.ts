import { GatewayError } from '#canonical';
import { type RealtimeLimits } from '../settings.js';
import { type StoredItem, measureItem } from './stored-item.js';

type ItemLimits = Pick<RealtimeLimits, 'maxItems' | 'maxConversationBytes' | 'maxKeptAudioBytes'>;

/** The items of a session in order. */
export class Conversation {
  private items: StoredItem[] = [];

  constructor(
    readonly id: string,
    private readonly limits: ItemLimits,
  ) {}

  get all(): readonly StoredItem[] {
    return this.items;
  }

  get lastId(): string | null {
    return this.items.at(-1)?.item.id ?? null;
  }

  find(id: string): StoredItem | undefined {
    return this.items.find(({ item }) => item.id === id);
  }

  /** Inserts an item: at the end (undefined or null), at the front ("root"), or after the item with this id. */
  insert(stored: StoredItem, previousItemId?: string | null): void {
    if (this.find(stored.item.id) !== undefined) throw duplicate(stored.item.id);
    this.items.splice(this.findIndexAfter(previousItemId), 0, stored);
    this.dropOldAudio();
  }

  append(stored: StoredItem): void {
    this.items.push(stored);
    this.dropOldAudio();
  }

  delete(id: string): boolean {
    const index = this.items.findIndex(({ item }) => item.id === id);
    if (index !== -1) this.items.splice(index, 1);
    return index !== -1;
  }

  findPreviousId(stored: StoredItem): string | null {
    return this.items[this.items.indexOf(stored) - 1]?.item.id ?? null;
  }

  /** Throws if the conversation would exceed a limit. */
  ensureRoom(moreBytes = 0): void {
    const { maxItems, maxConversationBytes } = this.limits;
    if (this.items.length >= maxItems) {
      throw full(`The conversation has ${maxItems} items, which is the limit. Delete some items first.`);
    }
    const heldBytes = this.items.reduce((sum, { item }) => sum + measureItem(item), 0);
    if (heldBytes + moreBytes > maxConversationBytes) {
      throw full(
        `The text and images of the conversation exceed ${maxConversationBytes} bytes. Delete some items first.`,
      );
    }
  }

  private findIndexAfter(previousItemId: string | null | undefined): number {
    if (previousItemId === undefined || previousItemId === null) return this.items.length;
    if (previousItemId === 'root') return 0;
    const index = this.items.findIndex(({ item }) => item.id === previousItemId);
    if (index !== -1) return index + 1;
    throw new GatewayError(
      'resource-not-found',
      `Error adding item: the previous item with id '${previousItemId}' does not exist.`,
      { param: 'previous_item_id', code: 'item_create_invalid_previous_item_id' },
    );
  }

  private dropOldAudio(): void {
    let keptBytes = 0;
    for (const stored of this.items.toReversed()) {
      keptBytes += stored.audio.reduce((sum, { bytes }) => sum + bytes.length, 0);
      if (keptBytes > this.limits.maxKeptAudioBytes) stored.audio = [];
    }
  }
}

function duplicate(id: string): GatewayError {
  return new GatewayError('invalid-value', `Error adding item: an item with id '${id}' already exists.`, {
    param: 'item.id',
    code: 'item_create_duplicate_item_id',
  });
}

function full(message: string): GatewayError {
  return new GatewayError('request-over-limit', message, { code: 'conversation_full' });
}
