import { type JsonObject } from '#canonical';
import { encodeCache } from './cache-control.js';
import { type Turn, isThinking } from './encode-conversation.js';
import { type Block } from './json-values.js';

/** The parts of a prompt in the order in which a service of this format caches them. */
interface Prompt {
  tools: JsonObject[];
  system: Block[];
  turns: readonly Turn[];
}

/**
 * Services of this format accept four breakpoints: one is for the tools, one for the system prompt and two for turns.
 */
const MARKED_TURNS = 2;

/**
 * Adds cache breakpoints for clients whose formats have none, because their services cache automatically. The last
 * user turn is where the next request continues; the one before it is what this request can read from the cache. A
 * single turn without tools is not marked, because writing to the cache costs more than reading a prompt once. If the
 * client has set a breakpoint itself, none are added.
 */
export function addBreakpoints(prompt: Prompt): Prompt {
  const { tools, system, turns } = prompt;
  const blocks = [...tools, ...system, ...turns.flatMap(({ content }) => content)];
  if (blocks.some((block) => 'cache_control' in block)) return prompt;
  const willContinue = turns.length > 1 || tools.length > 0;
  return {
    tools: markLast(tools),
    system: markLast(system),
    turns: willContinue ? markTurns(turns) : turns,
  };
}

function markTurns(turns: readonly Turn[]): Turn[] {
  const userTurns = turns.flatMap(({ role }, index) => (role === 'user' ? [index] : []));
  const marked = new Set(userTurns.slice(-MARKED_TURNS));
  return turns.map((turn, index) =>
    marked.has(index) ? { ...turn, content: markLast(turn.content, (block) => !isThinking(block)) } : turn,
  );
}

function markLast<One extends JsonObject>(list: One[], canBeMarked = (_one: One): boolean => true): One[] {
  const last = list.findLastIndex(canBeMarked);
  return list.map((one, index) => (index === last ? { ...one, ...encodeCache({}) } : one));
}
