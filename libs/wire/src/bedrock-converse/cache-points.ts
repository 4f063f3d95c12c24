import { type Block, type Turn, encodeCachePoint } from './blocks.js';
import { isReasoning } from './encode-conversation.js';
import { type ModelFamily } from './model-family.js';

/** The parts of a prompt, in the order in which they are cached. */
export interface Prompt {
  tools: Block[];
  system: Block[];
  turns: readonly Turn[];
}

/** Four cache points are taken in all; one is for the tools and one for the instructions. */
const MARKED_TURNS = 2;

export function cachesByItself({ caching }: ModelFamily): boolean {
  return caching === 'everywhere' || caching === 'but-for-tools';
}

/**
 * Sets the cache points that clients of other formats cannot set. The last turn is what the next request begins with, and
 * the one before it what this request begins with. A single question is not marked, for writing to the cache costs more
 * than reading a prompt once. Who has set one decides alone.
 */
export function addCachePoints(prompt: Prompt, family: ModelFamily): Prompt {
  const { tools, system, turns } = prompt;
  if (!cachesByItself(family)) return prompt;
  const blocks = [...tools, ...system, ...turns.flatMap(({ content }) => content)];
  if (blocks.some((block) => 'cachePoint' in block)) return prompt;
  const goesOn = turns.length > 1 || tools.length > 0;
  return {
    tools: family.caching === 'everywhere' ? mark(tools) : tools,
    system: mark(system),
    turns: goesOn ? markTurns(turns) : turns,
  };
}

function markTurns(turns: readonly Turn[]): Turn[] {
  const ofUser = turns.flatMap(({ role }, index) => (role === 'user' ? [index] : []));
  const marked = new Set(ofUser.slice(-MARKED_TURNS));
  return turns.map((turn, index) => (marked.has(index) ? { ...turn, content: mark(turn.content) } : turn));
}

function mark(blocks: Block[]): Block[] {
  const last = blocks.at(-1);
  return last === undefined || isReasoning(last) ? blocks : [...blocks, encodeCachePoint({})];
}
