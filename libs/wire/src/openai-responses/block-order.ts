import { type StreamPart } from '#canonical';

export type BlockPart = Extract<StreamPart, { block: number }>;

/** Serializes blocks that are streamed at the same time, in the order in which they started. */
export class BlockOrder {
  private readonly buffered = new Map<number, BlockPart[]>();

  /**
   * Returns the parts that can be written: those of the first open block, and of the following blocks once it ends.
   */
  push(part: BlockPart): BlockPart[] {
    const parts = this.buffered.get(part.block) ?? [];
    parts.push(part);
    this.buffered.set(part.block, parts);
    const ready: BlockPart[] = [];
    for (const [block, blockParts] of this.buffered) {
      ready.push(...blockParts.splice(0));
      if (!endsBlock(ready.at(-1))) break;
      this.buffered.delete(block);
    }
    return ready;
  }

  /** Returns the buffered parts at the end of the stream. */
  takeRest(): BlockPart[] {
    const parts = [...this.buffered.values()].flat();
    this.buffered.clear();
    return parts;
  }
}

function endsBlock(part: BlockPart | undefined): boolean {
  return part !== undefined && (part.type === 'media' || part.type.endsWith('-end'));
}
