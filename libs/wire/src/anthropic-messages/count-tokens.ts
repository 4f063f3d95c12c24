import { type JsonObject, type JsonValue } from '#canonical';
import { MAX_MESSAGES } from '../json-scan/json-limits.js';
import { RequestObject } from '../validation/request-object.js';
import { isJsonObject } from '../validation/json-values.js';

/** What a request for a count asks to be counted. */
export interface TokenCountRequest {
  model: string;
  texts: string[];
}

/** Members of blocks that hold words, and those whose JSON the model gets to read. Files are not words. */
const WORDS = ['text', 'thinking', 'title', 'context', 'name', 'description'];
const STRUCTURES = ['input', 'input_schema'];

/** Reads leniently: a count is no promise, and every kind of block may be counted. */
export function decodeCountTokens(body: JsonObject): TokenCountRequest {
  const request = new RequestObject(body);
  request.requiredList('messages', MAX_MESSAGES);
  return {
    model: request.nonEmptyString('model'),
    texts: [
      ...getTexts(body['system']),
      ...request.requiredEachObject('messages', ({ members }) => getTexts(members['content'])).flat(),
      ...getTexts(body['tools']),
    ],
  };
}

export function encodeCountTokens(inputTokens: number): JsonObject {
  return { input_tokens: inputTokens };
}

function getTexts(value: JsonValue | undefined): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (Array.isArray(value)) return value.flatMap(getTexts);
  return isJsonObject(value) ? getBlockTexts(value) : [];
}

function getBlockTexts(block: JsonObject): string[] {
  const words = WORDS.flatMap((key) => getTexts(block[key]));
  const structures = STRUCTURES.flatMap((key) =>
    isJsonObject(block[key]) ? [JSON.stringify(block[key])] : [],
  );
  return [...words, ...structures, ...getTexts(block['content']), ...getSourceTexts(block['source'])];
}

/** A document may be given as plain text, or as blocks of its own. */
function getSourceTexts(source: JsonValue | undefined): string[] {
  if (!isJsonObject(source)) return [];
  return source['type'] === 'text' ? getTexts(source['data']) : getTexts(source['content']);
}
