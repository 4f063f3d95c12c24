import { createHash } from 'node:crypto';
import { GatewayError, isJsonObject, type JsonObject } from '#canonical';

const ID = /^[a-zA-Z0-9_-]{1,64}$/;

const TOOL_NAME = /^[a-zA-Z0-9_-]{1,128}$/;

/**
 * Returns an id that this format accepts. The same id always has the same replacement, so that calls and results
 * match.
 */
export function safeToolId(id: string): string {
  if (ID.test(id)) return id;
  return `toolu_${createHash('sha256').update(id).digest('hex').slice(0, 24)}`;
}

export function checkToolName(name: string): string {
  if (TOOL_NAME.test(name)) return name;
  throw new GatewayError(
    'unsupported-parameter',
    `The tool name "${name}" is not valid for this model: use at most 128 letters, digits, "_" and "-".`,
    { param: 'tools' },
  );
}

/** The arguments of a call as an object; undefined if the text is not one. Empty text means no arguments. */
export function parseToolInput(text: string): JsonObject | undefined {
  if (text.trim() === '') return {};
  try {
    const parsed: unknown = JSON.parse(text);
    return isJsonObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
