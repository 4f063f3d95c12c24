import { type JsonObject } from '#canonical';
import { type Turn } from './turns.js';

/** The parts of a prompt in the order in which services of these formats cache them. */
export interface Prompt<Tool extends JsonObject, Block extends JsonObject> {
  tools: Tool[];
  system: Block[];
  turns: readonly Turn<Block>[];
}

interface CacheMarks<Tool extends JsonObject, Block extends JsonObject> {
  isMark: (member: Tool | Block) => boolean;
  /** Marks the end of a list. */
  markTools: (tools: Tool[]) => Tool[];
  mark: (blocks: Block[]) => Block[];
}

/** Four marks are accepted: one is for the tools, one for the system prompt and two for turns. */
const MARKED_TURNS = 2;

/**
 * Adds cache marks for clients whose formats have none, because their services cache automatically. The last user turn
 * is where the next request continues; the one before it is what this request can read from the cache. A single turn
 * without tools is not marked, because writing to the cache costs more than reading a prompt once. If the client has
 * set a mark itself, none are added.
 */
export function addCacheMarks<Tool extends JsonObject, Block extends JsonObject>(
  prompt: Prompt<Tool, Block>,
  { isMark, markTools, mark }: CacheMarks<Tool, Block>,
): Prompt<Tool, Block> {
  const { tools, system, turns } = prompt;
  if ([...tools, ...system, ...turns.flatMap(({ content }) => content)].some(isMark)) return prompt;
  const willContinue = turns.length > 1 || tools.length > 0;
  const userTurns = turns.flatMap(({ role }, index) => (role === 'user' ? [index] : []));
  const marked = new Set(willContinue ? userTurns.slice(-MARKED_TURNS) : []);
  return {
    tools: markTools(tools),
    system: mark(system),
    turns: turns.map((turn, index) => (marked.has(index) ? { ...turn, content: mark(turn.content) } : turn)),
  };
}
