import { type JsonObject } from '#canonical';
import { encodeEvent } from './encode-event.js';

interface HeldBlock {
  opening: JsonObject;
  deltas: JsonObject[];
  isClosed: boolean;
}

/**
 * Puts blocks that may grow side by side one behind the other: this format has one block open at a time. The
 * first of them is on the wire; the others wait, in the order they were opened.
 */
export class BlockLane {
  private readonly blocks = new Map<string, HeldBlock>();
  private nextIndex = 0;

  has(key: string): boolean {
    return this.blocks.has(key);
  }

  open(key: string, opening: JsonObject): string {
    this.blocks.set(key, { opening, deltas: [], isClosed: false });
    return this.isOnWire(key) ? this.start(opening) : '';
  }

  grow(key: string, delta: JsonObject): string {
    if (this.isOnWire(key)) return this.continue(delta);
    this.blocks.get(key)?.deltas.push(delta);
    return '';
  }

  close(key: string): string {
    const block = this.blocks.get(key);
    if (block === undefined) return '';
    block.isClosed = true;
    return this.isOnWire(key) ? this.stop(key) + this.advance() : '';
  }

  closeAll(): string {
    return [...this.blocks.keys()].map((key) => this.close(key)).join('');
  }

  private isOnWire(key: string): boolean {
    return this.blocks.keys().next().value === key;
  }

  /** Lets the waiting blocks on, up to the first that may still grow. */
  private advance(): string {
    let text = '';
    for (const [key, { opening, deltas, isClosed }] of this.blocks) {
      text += this.start(opening) + deltas.map((delta) => this.continue(delta)).join('');
      if (!isClosed) return text;
      text += this.stop(key);
    }
    return text;
  }

  private start(opening: JsonObject): string {
    return encodeEvent('content_block_start', { index: this.nextIndex, content_block: opening });
  }

  private continue(delta: JsonObject): string {
    return encodeEvent('content_block_delta', { index: this.nextIndex, delta });
  }

  private stop(key: string): string {
    this.blocks.delete(key);
    return encodeEvent('content_block_stop', { index: this.nextIndex++ });
  }
}
