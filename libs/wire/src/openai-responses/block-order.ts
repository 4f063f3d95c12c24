import { type StreamPart } from '#canonical';

export type BlockPart = Extract<StreamPart, { block: number }>;

/** Puts blocks that were written at the same time one behind the other, in the order in which they started. */
export class BlockOrder {
  private readonly waiting = new Map<number, BlockPart[]>();

  /** What may be written now: all that belongs to the first block that is open, and to the next ones once it ends. */
  push(part: BlockPart): BlockPart[] {
    const parts = this.waiting.get(part.block) ?? [];
    parts.push(part);
    this.waiting.set(part.block, parts);
    const ready: BlockPart[] = [];
    for (const [block, held] of this.waiting) {
      ready.push(...held.splice(0));
      if (!isLast(ready.at(-1))) break;
      this.waiting.delete(block);
    }
    return ready;
  }

  /** What still waits, where nothing more will come. */
  rest(): BlockPart[] {
    const parts = [...this.waiting.values()].flat();
    this.waiting.clear();
    return parts;
  }
}

function isLast(part: BlockPart | undefined): boolean {
  return part !== undefined && (part.type === 'media' || part.type.endsWith('-end'));
}
