import { type JsonObject } from '#canonical';
import { type Prompt, addCacheMarks } from '../block-turns/cache-marks.js';
import { isThinking } from './block-kinds.js';
import { encodeCache } from './cache-control.js';
import { type Block } from './json-values.js';

export function addBreakpoints(prompt: Prompt<JsonObject, Block>): Prompt<JsonObject, Block> {
  return addCacheMarks(prompt, {
    isMark: (member) => 'cache_control' in member,
    markTools: markLast,
    mark: markLast,
  });
}

function markLast<One extends JsonObject>(list: One[]): One[] {
  const last = list.findLastIndex((one) => !isThinking(one));
  return list.map((one, index) => (index === last ? { ...one, ...encodeCache({}) } : one));
}
