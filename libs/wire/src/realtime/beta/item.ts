import { type JsonObject } from '#canonical';
import { mapObjects, translateType } from '../json-members.js';

/** Only the content of assistant messages has different names. */
const GA_TO_BETA: ReadonlyMap<unknown, string> = new Map([
  ['output_text', 'text'],
  ['output_audio', 'audio'],
]);
const BETA_TO_GA: ReadonlyMap<unknown, string> = new Map(
  [...GA_TO_BETA].map(([ga, beta]) => [beta, String(ga)]),
);

export function itemFromBeta(item: JsonObject): JsonObject {
  return item['role'] === 'assistant'
    ? mapObjects(item, 'content', (part) => translateType(part, BETA_TO_GA))
    : item;
}

export function itemToBeta(item: JsonObject): JsonObject {
  return item['role'] === 'assistant' ? mapObjects(item, 'content', partToBeta) : item;
}

/** Events about content parts have the beta names in both dialects, but some servers send the GA names. */
export function partToBeta(part: JsonObject): JsonObject {
  return translateType(part, GA_TO_BETA);
}
