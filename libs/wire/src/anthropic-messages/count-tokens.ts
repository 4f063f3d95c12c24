import { type JsonObject, type JsonValue } from '#canonical';
import { Field } from './field.js';
import { isRecord } from './json-record.js';

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
  const root = new Field(body);
  const messages = root.member('messages').items();
  return {
    model: root.member('model').nonEmptyText(),
    texts: [
      ...textsOf(body['system']),
      ...messages.flatMap((message) => textsOf(message.object()['content'])),
      ...textsOf(body['tools']),
    ],
  };
}

export function encodeCountTokens(inputTokens: number): JsonObject {
  return { input_tokens: inputTokens };
}

function textsOf(value: JsonValue | undefined): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return isRecord(value) ? textsOfBlock(value) : [];
}

function textsOfBlock(block: JsonObject): string[] {
  const words = WORDS.flatMap((key) => textsOf(block[key]));
  const structures = STRUCTURES.flatMap((key) => (isRecord(block[key]) ? [JSON.stringify(block[key])] : []));
  return [...words, ...structures, ...textsOf(block['content']), ...textsOfSource(block['source'])];
}

/** A document may be given as plain text, or as blocks of its own. */
function textsOfSource(source: JsonValue | undefined): string[] {
  if (!isRecord(source)) return [];
  return source['type'] === 'text' ? textsOf(source['data']) : textsOf(source['content']);
}
