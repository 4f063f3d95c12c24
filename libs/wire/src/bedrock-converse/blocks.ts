import { type CacheBreakpoint, isJsonObject, type JsonObject, type JsonValue } from '#canonical';

/** A content block: an object with one member, whose name is the type. */
export type Block = JsonObject;

/** A message of this format: there are two roles, and they alternate. */
export interface Turn {
  role: 'user' | 'assistant';
  content: Block[];
}

/** The origin of reasoning signatures from services of this format. */
export const FORMAT_ID = 'bedrock-converse';

/** The tool that the model is forced to call with its response, if output can follow a schema only as a tool call. */
export const RESPONSE_TOOL = 'modelgate_json_answer';

export const PLACEHOLDER: Block = { text: '.' };

/** Services of this format refuse blank text. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}

export function encodeText(text: string): Block[] {
  return isBlank(text) ? [] : [{ text }];
}

export function encodeCachePoint({ ttl }: CacheBreakpoint): Block {
  return { cachePoint: { type: 'default', ...(ttl === undefined ? {} : { ttl }) } };
}

export function getObject(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The value if it is a string, otherwise an empty string. */
export function getText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
