import { type JsonObject } from '#canonical';
import { encodeCache } from './cache-control.js';
import { type Turn, isThinking } from './encode-conversation.js';
import { type Block } from './json-values.js';

/** The parts of a prompt, in the order in which a service of this format caches them. */
interface Prompt {
  tools: JsonObject[];
  system: Block[];
  turns: readonly Turn[];
}

/** Services of this format take four breakpoints in all; one is for the tools and one for the instructions. */
const MARKED_TURNS = 2;

/**
 * Sets the breakpoints that clients of other formats cannot set: they are used to services that cache by themselves.
 * The last turn is what the next request begins with, and the one before it what this request begins with. A single
 * question is not marked, for writing to the cache costs more than reading a prompt once. Who has set one decides alone.
 */
export function addBreakpoints(prompt: Prompt): Prompt {
  const { tools, system, turns } = prompt;
  const blocks = [...tools, ...system, ...turns.flatMap(({ content }) => content)];
  if (blocks.some((block) => 'cache_control' in block)) return prompt;
  const goesOn = turns.length > 1 || tools.length > 0;
  return {
    tools: markLast(tools),
    system: markLast(system),
    turns: goesOn ? markTurns(turns) : turns,
  };
}

function markTurns(turns: readonly Turn[]): Turn[] {
  const ofUser = turns.flatMap(({ role }, index) => (role === 'user' ? [index] : []));
  const marked = new Set(ofUser.slice(-MARKED_TURNS));
  return turns.map((turn, index) =>
    marked.has(index) ? { ...turn, content: markLast(turn.content, (block) => !isThinking(block)) } : turn,
  );
}

function markLast<One extends JsonObject>(list: One[], canBeMarked = (_one: One): boolean => true): One[] {
  const last = list.findLastIndex(canBeMarked);
  return list.map((one, index) => (index === last ? { ...one, ...encodeCache({}) } : one));
}
