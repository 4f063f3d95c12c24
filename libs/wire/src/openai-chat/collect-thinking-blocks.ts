import { type JsonObject, type ReasoningSignature } from '#canonical';
import { toText } from '../openai-dialect/json-reading.js';
import { getBlocksSignature } from './thinking-blocks.js';

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

  /** The signature of all blocks since the last time; undefined, and nothing taken, while none is signed. */
  take(): ReasoningSignature | undefined {
    const signature = getBlocksSignature(this.blocks);
    if (signature) this.blocks = [];
    return signature;
  }
}

function continues(last: JsonObject, block: JsonObject): boolean {
  return last['type'] === 'thinking' && block['type'] === 'thinking' && toText(last['signature']) === '';
}

function extend(last: JsonObject, block: JsonObject): void {
  last['thinking'] = toText(last['thinking']) + toText(block['thinking']);
  last['signature'] = toText(block['signature']);
}
