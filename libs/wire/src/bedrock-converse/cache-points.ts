import { type Prompt, addCacheMarks } from '../block-turns/cache-marks.js';
import { BLOCK_KINDS, type Block, encodeCachePoint } from './blocks.js';
import { type ModelFamily } from './model-family.js';

export function canAddCachePoints({ caching }: ModelFamily): boolean {
  return caching === 'everywhere' || caching === 'except-tools';
}

export function addCachePoints(prompt: Prompt<Block, Block>, family: ModelFamily): Prompt<Block, Block> {
  if (!canAddCachePoints(family)) return prompt;
  return addCacheMarks(prompt, {
    isMark: (member) => 'cachePoint' in member,
    markTools: family.caching === 'everywhere' ? mark : (tools) => tools,
    mark,
  });
}

function mark(blocks: Block[]): Block[] {
  const last = blocks.at(-1);
  return last === undefined || BLOCK_KINDS.isReasoning(last) ? blocks : [...blocks, encodeCachePoint({})];
}
