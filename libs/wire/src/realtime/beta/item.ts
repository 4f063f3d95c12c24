import { type JsonObject } from '#canonical';
import { withObjects, withTypeIn } from '../json-members.js';

/** Only what the assistant says has other names; what it is told has the same ones. */
const GA_TO_BETA: ReadonlyMap<unknown, string> = new Map([
  ['output_text', 'text'],
  ['output_audio', 'audio'],
]);
const BETA_TO_GA: ReadonlyMap<unknown, string> = new Map(
  [...GA_TO_BETA].map(([ga, beta]) => [beta, String(ga)]),
);

export function itemFromBeta(item: JsonObject): JsonObject {
  return item['role'] === 'assistant'
    ? withObjects(item, 'content', (part) => withTypeIn(part, BETA_TO_GA))
    : item;
}

export function itemToBeta(item: JsonObject): JsonObject {
  return item['role'] === 'assistant' ? withObjects(item, 'content', partToBeta) : item;
}

/** The events about parts have the old names in both dialects; some servers write the new ones all the same. */
export function partToBeta(part: JsonObject): JsonObject {
  return withTypeIn(part, GA_TO_BETA);
}
