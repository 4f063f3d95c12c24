import { type JsonObject } from '#canonical';
import { type BlockPart } from './block-order.js';

export type EmitEvent = (type: string, fields: JsonObject) => void;

/** Where an item stands, and how its events are sent. */
export interface ItemPlace {
  id: string;
  outputIndex: number;
  emit: EmitEvent;
}

/** One output item while it is written: it sends the events, and is in the end what they add up to. */
export abstract class ItemWriter {
  protected status: 'in_progress' | 'completed' | 'incomplete' = 'in_progress';

  constructor(protected readonly place: ItemPlace) {}

  /** The item as far as it is written, in a copy. */
  abstract item(): JsonObject;

  abstract write(part: BlockPart): void;

  /** Whether a block that starts now belongs to this item too. */
  takesUp(_part: BlockPart): boolean {
    return false;
  }

  open(): void {
    this.emitItem('response.output_item.added');
  }

  close(isCut: boolean): void {
    this.status = isCut ? 'incomplete' : 'completed';
    this.emitItem('response.output_item.done');
  }

  /** Nothing more will come, and nobody shall take this for the whole. */
  breakOff(): void {
    this.status = 'incomplete';
  }

  protected emit(type: string, fields: JsonObject): void {
    this.place.emit(type, { item_id: this.place.id, output_index: this.place.outputIndex, ...fields });
  }

  private emitItem(type: string): void {
    this.place.emit(type, { output_index: this.place.outputIndex, item: this.item() });
  }
}
