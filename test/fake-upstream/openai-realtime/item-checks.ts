import type { Fields } from '../fields.js';
import { checkKnownFields } from '../openai/known-fields.js';
import { Refused, type Path } from '../refused.js';
import {
  checkList,
  checkObject,
  checkOneOf,
  checkOptionalOneOf,
  checkOptionalString,
  checkString,
  invalid,
} from '../value-checks.js';
import type { Dialect } from './dialect.js';

const HEAD_FIELDS = ['id', 'object', 'type', 'status'];
const STATUSES = ['completed', 'incomplete', 'in_progress'];
const MAX_ID_CHARACTERS = 32;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const MCP_TYPES = ['mcp_approval_response', 'mcp_approval_request', 'mcp_list_tools', 'mcp_call'];
const TYPES: Readonly<Record<Dialect, readonly string[]>> = {
  ga: ['message', 'function_call', 'function_call_output', ...MCP_TYPES],
  beta: ['message', 'function_call', 'function_call_output'],
};

/** The content types of each role, with their required members. */
const CONTENT: Readonly<
  Record<Dialect, Readonly<Record<string, Readonly<Record<string, string | undefined>>>>>
> = {
  ga: {
    user: { input_text: 'text', input_audio: undefined, input_image: 'image_url' },
    assistant: { output_text: 'text', output_audio: undefined },
    system: { input_text: 'text' },
  },
  beta: {
    user: { input_text: 'text', input_audio: undefined },
    assistant: { text: 'text', audio: undefined },
    system: { input_text: 'text' },
  },
};
const PART_FIELDS = ['type', 'id', 'text', 'audio', 'transcript', 'image_url', 'detail'];

/** Checks an item of a conversation. */
export function checkItem(item: unknown, path: Path, dialect: Dialect): void {
  checkObject(item, path);
  checkOneOf(item.type, [...path, 'type'], TYPES[dialect]);
  checkOptionalString(item.id, [...path, 'id']);
  checkIdLength(item.id, [...path, 'id']);
  checkOptionalOneOf(item.status, [...path, 'status'], STATUSES);
  switch (item.type) {
    case 'message':
      return checkMessage(item, path, dialect);
    case 'function_call':
      return checkStrings(item, path, ['name', 'arguments'], ['call_id']);
    case 'function_call_output':
      return checkStrings(item, path, ['call_id', 'output']);
  }
}

/** The input of a single response may also contain references to items. */
export function checkInput(input: unknown, path: Path, dialect: Dialect): void {
  if (input === undefined) return;
  checkList(input, path);
  for (const [index, item] of input.entries()) {
    const itemPath = [...path, index];
    checkObject(item, itemPath);
    if (item.type === 'item_reference') checkString(item.id, [...itemPath, 'id']);
    else checkItem(item, itemPath, dialect);
  }
}

export function checkBase64(audio: unknown, path: Path): void {
  checkString(audio, path);
  if (audio.length % 4 === 0 && BASE64.test(audio)) return;
  throw invalid(path, 'expected base64-encoded audio bytes, but got an invalid value.');
}

function checkIdLength(id: unknown, path: Path): void {
  if (typeof id !== 'string' || id.length <= MAX_ID_CHARACTERS) return;
  const message = `string too long. Expected a string with maximum length ${MAX_ID_CHARACTERS}.`;
  throw new Refused(message, { path, code: 'string_above_max_length' });
}

function checkMessage(item: Fields, path: Path, dialect: Dialect): void {
  checkKnownFields(item, [...HEAD_FIELDS, 'role', 'content'], path);
  const roles = CONTENT[dialect];
  checkOneOf(item.role, [...path, 'role'], Object.keys(roles));
  checkList(item.content, [...path, 'content']);
  const kinds = roles[String(item.role)] ?? {};
  for (const [index, part] of item.content.entries()) checkPart(part, [...path, 'content', index], kinds);
}

function checkPart(part: unknown, path: Path, kinds: Readonly<Record<string, string | undefined>>): void {
  checkObject(part, path);
  checkOneOf(part.type, [...path, 'type'], Object.keys(kinds));
  checkKnownFields(part, PART_FIELDS, path);
  const required = kinds[String(part.type)];
  if (required !== undefined) checkString(part[required], [...path, required]);
  if (part.type === 'input_audio') checkBase64(part.audio, [...path, 'audio']);
}

function checkStrings(
  item: Fields,
  path: Path,
  required: readonly string[],
  optional: readonly string[] = [],
): void {
  checkKnownFields(item, [...HEAD_FIELDS, ...required, ...optional], path);
  for (const name of required) checkString(item[name], [...path, name]);
  for (const name of optional) checkOptionalString(item[name], [...path, name]);
}
