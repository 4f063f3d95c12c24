import { createHash } from 'node:crypto';
import { GatewayError, type JsonObject } from '#canonical';
import { isJsonObject } from '../validation/json-values.js';

const ID = /^[a-zA-Z0-9_-]{1,64}$/;

const TOOL_NAME = /^[a-zA-Z0-9_-]{1,128}$/;

/** An id that this format takes. Calls and results of one id get the same one, in every request. */
export function safeToolId(id: string): string {
  if (ID.test(id)) return id;
  return `toolu_${createHash('sha256').update(id).digest('hex').slice(0, 24)}`;
}

export function checkToolName(name: string): string {
  if (TOOL_NAME.test(name)) return name;
  throw new GatewayError(
    'unsupported-parameter',
    `The tool name "${name}" cannot be used with this model: it takes up to 128 letters, digits, "_" and "-".`,
    { param: 'tools' },
  );
}

/** The arguments of a call as an object; undefined where they are no such thing. No text means no arguments. */
export function parseToolInput(text: string): JsonObject | undefined {
  if (text.trim() === '') return {};
  try {
    const parsed: unknown = JSON.parse(text);
    return isJsonObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
