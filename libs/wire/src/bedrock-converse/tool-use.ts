import { createHash } from 'node:crypto';
import { GatewayError, isJsonObject, type JsonObject } from '#canonical';
import { type ModelFamily } from './model-family.js';

const ID = /^[\w.:-]{1,64}$/;
const SHORT_ID = /^[a-zA-Z0-9]{9}$/;
const TOOL_NAME = /^[\w-]{1,64}$/;

/**
 * Returns an id that the model accepts. The same id always has the same replacement, so that calls and results match.
 */
export function fitToolId(id: string, { hasShortIds = false }: ModelFamily): string {
  if ((hasShortIds ? SHORT_ID : ID).test(id)) return id;
  const digest = createHash('sha256').update(id).digest('hex');
  return hasShortIds ? digest.slice(0, 9) : `tooluse_${digest.slice(0, 24)}`;
}

export function checkToolName(name: string): string {
  if (TOOL_NAME.test(name)) return name;
  throw new GatewayError(
    'unsupported-parameter',
    `The tool name "${name}" is not valid for this model: use at most 64 letters, digits, "_" and "-".`,
    { param: 'tools' },
  );
}

/** The arguments of a call, which must be an object in this format. Empty text means no arguments. */
export function readArguments(name: string, text: string): JsonObject {
  const input = parseObject(text.trim() === '' ? '{}' : text);
  if (input !== undefined) return input;
  throw new GatewayError('invalid-value', `The arguments of a call to "${name}" are not a JSON object.`, {
    param: 'messages',
  });
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return isJsonObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
