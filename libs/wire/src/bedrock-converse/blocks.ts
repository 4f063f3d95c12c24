import { type CacheBreakpoint, type JsonObject, type JsonValue } from '#canonical';
import { isJsonObject } from '../validation/json-values.js';

/** A content block: an object of one member, whose name says what it is. */
export type Block = JsonObject;

/** A turn as this format has it: there are two roles, and they alternate. */
export interface Turn {
  role: 'user' | 'assistant';
  content: Block[];
}

/** Marks signatures of reasoning that services of this format made. */
export const FORMAT_ID = 'bedrock-converse';

/** Stands for the answer itself where an answer can be held to a schema only as a call. */
export const ANSWER_TOOL = 'modelgate_json_answer';

export const PLACEHOLDER: Block = { text: '.' };

/** Blank text is refused, and says nothing. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}

export function textBlocks(text: string): Block[] {
  return isBlank(text) ? [] : [{ text }];
}

export function encodeCachePoint({ ttl }: CacheBreakpoint): Block {
  return { cachePoint: { type: 'default', ...(ttl === undefined ? {} : { ttl }) } };
}

export function getObject(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The value where it is text; what is anything else says nothing. */
export function getText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
