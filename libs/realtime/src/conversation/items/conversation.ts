import { GatewayError } from '#canonical';
import { type RealtimeLimits } from '../settings.js';
import { type StoredItem, measureItem } from './stored-item.js';

type ItemLimits = Pick<RealtimeLimits, 'maxItems' | 'maxConversationBytes' | 'maxKeptAudioBytes'>;

/** The items of the session in their order. */
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

  /** Undefined or null: at the end; "root": at the front; an id: right after that item. */
  insert(stored: StoredItem, previousItemId?: string | null): void {
    if (this.find(stored.item.id) !== undefined) throw duplicate(stored.item.id);
    this.items.splice(this.placeAfter(previousItemId), 0, stored);
    this.forgetOldAudio();
  }

  append(stored: StoredItem): void {
    this.items.push(stored);
    this.forgetOldAudio();
  }

  delete(id: string): boolean {
    const index = this.items.findIndex(({ item }) => item.id === id);
    if (index !== -1) this.items.splice(index, 1);
    return index !== -1;
  }

  findPreviousId(stored: StoredItem): string | null {
    return this.items[this.items.indexOf(stored) - 1]?.item.id ?? null;
  }

  /** Refuses what would make the conversation larger than it may become. */
  ensureRoom(moreBytes = 0): void {
    const { maxItems, maxConversationBytes } = this.limits;
    if (this.items.length >= maxItems) {
      throw full(`The conversation has ${maxItems} items, the most it can hold. Delete some of them first.`);
    }
    const heldBytes = this.items.reduce((sum, { item }) => sum + measureItem(item), 0);
    if (heldBytes + moreBytes > maxConversationBytes) {
      throw full(
        `The texts and images of the conversation exceed ${maxConversationBytes} bytes. Delete items first.`,
      );
    }
  }

  private placeAfter(previousItemId: string | null | undefined): number {
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

  private forgetOldAudio(): void {
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
