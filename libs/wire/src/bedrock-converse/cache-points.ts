import { type Block, type Turn, encodeCachePoint } from './blocks.js';
import { isReasoning } from './encode-conversation.js';
import { type ModelFamily } from './model-family.js';

/** The parts of a prompt in the order in which they are cached. */
export interface Prompt {
  tools: Block[];
  system: Block[];
  turns: readonly Turn[];
}

/** Four cache points are accepted: one is for the tools, one for the system prompt and two for turns. */
const MARKED_TURNS = 2;

export function canAddCachePoints({ caching }: ModelFamily): boolean {
  return caching === 'everywhere' || caching === 'except-tools';
}

/**
 * Adds cache points for clients whose formats have none. The last user turn is where the next request continues; the
 * one before it is what this request can read from the cache. A single turn without tools is not marked, because
 * writing to the cache costs more than reading a prompt once. If the client has set a cache point itself, none are
 * added.
 */
export function addCachePoints(prompt: Prompt, family: ModelFamily): Prompt {
  const { tools, system, turns } = prompt;
  if (!canAddCachePoints(family)) return prompt;
  const blocks = [...tools, ...system, ...turns.flatMap(({ content }) => content)];
  if (blocks.some((block) => 'cachePoint' in block)) return prompt;
  const willContinue = turns.length > 1 || tools.length > 0;
  return {
    tools: family.caching === 'everywhere' ? mark(tools) : tools,
    system: mark(system),
    turns: willContinue ? markTurns(turns) : turns,
  };
}

function markTurns(turns: readonly Turn[]): Turn[] {
  const userTurns = turns.flatMap(({ role }, index) => (role === 'user' ? [index] : []));
  const marked = new Set(userTurns.slice(-MARKED_TURNS));
  return turns.map((turn, index) => (marked.has(index) ? { ...turn, content: mark(turn.content) } : turn));
}

function mark(blocks: Block[]): Block[] {
  const last = blocks.at(-1);
  return last === undefined || isReasoning(last) ? blocks : [...blocks, encodeCachePoint({})];
}
