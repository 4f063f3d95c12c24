import { createHash } from 'node:crypto';
import { GatewayError, type JsonObject } from '#canonical';
import { isJsonObject } from '../validation/json-values.js';
import { type ModelFamily } from './model-family.js';

const ID = /^[\w.:-]{1,64}$/;
const SHORT_ID = /^[a-zA-Z0-9]{9}$/;
const TOOL_NAME = /^[\w-]{1,64}$/;

/** An id that the model takes. Calls and results of one id get the same one, in every request. */
export function fitToolId(id: string, { hasShortIds = false }: ModelFamily): string {
  if ((hasShortIds ? SHORT_ID : ID).test(id)) return id;
  const digest = createHash('sha256').update(id).digest('hex');
  return hasShortIds ? digest.slice(0, 9) : `tooluse_${digest.slice(0, 24)}`;
}

export function checkToolName(name: string): string {
  if (TOOL_NAME.test(name)) return name;
  throw new GatewayError(
    'unsupported-parameter',
    `The tool name "${name}" cannot be used with this model: it takes up to 64 letters, digits, "_" and "-".`,
    { param: 'tools' },
  );
}

/** The arguments of a call, which have to be an object here. No text means no arguments. */
export function readArguments(name: string, text: string): JsonObject {
  const input = parseObject(text.trim() === '' ? '{}' : text);
  if (input !== undefined) return input;
  throw new GatewayError('invalid-value', `The arguments of a call of "${name}" are not a JSON object.`, {
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
