import { type JsonObject, type ReasoningProof } from '#canonical';
import { textOf } from '../openai-dialect/json-reading.js';
import { proofOfBlocks } from './thinking-blocks.js';

/** Adds up `thinking_blocks` from deltas: some services send them whole at the end, others in fragments. */
export class ThinkingBlockCollector {
  private blocks: JsonObject[] = [];

  add(blocks: readonly JsonObject[]): void {
    for (const [place, block] of blocks.entries()) {
      const last = this.blocks.at(-1);
      if (place === 0 && last !== undefined && continues(last, block)) extend(last, block);
      else this.blocks.push({ ...block });
    }
  }

  /** The proof of all blocks since the last time; undefined, and nothing taken, while none is signed. */
  take(): ReasoningProof | undefined {
    const proof = proofOfBlocks(this.blocks);
    if (proof) this.blocks = [];
    return proof;
  }
}

function continues(last: JsonObject, block: JsonObject): boolean {
  return last['type'] === 'thinking' && block['type'] === 'thinking' && textOf(last['signature']) === '';
}

function extend(last: JsonObject, block: JsonObject): void {
  last['thinking'] = textOf(last['thinking']) + textOf(block['thinking']);
  last['signature'] = textOf(block['signature']);
}
