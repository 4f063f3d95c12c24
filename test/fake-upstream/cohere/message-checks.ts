import { asFields, asList, isAbsent, isObject, type Fields } from '../fields.js';
import { checkToolTurns } from '../openai-chat/tool-turns.js';
import { checkKnownFields } from '../openai/known-fields.js';
import type { Path } from '../refused.js';
import {
  checkList,
  checkObject,
  checkOneOf,
  checkOptionalOneOf,
  checkOptionalString,
  checkString,
  invalid,
} from '../value-checks.js';

const ROLES = ['user', 'assistant', 'system', 'tool'];

const FIELDS_BY_ROLE: Readonly<Record<string, readonly string[]>> = {
  user: ['role', 'content'],
  system: ['role', 'content'],
  assistant: ['role', 'content', 'tool_calls', 'tool_plan', 'citations'],
  tool: ['role', 'tool_call_id', 'content'],
};

const PARTS_BY_ROLE: Readonly<Record<string, readonly string[]>> = {
  user: ['text', 'image_url'],
  system: ['text'],
  assistant: ['text', 'thinking'],
  tool: ['text', 'document'],
};

export function checkChatMessages(messages: unknown): void {
  checkList(messages, ['messages']);
  if (messages.length === 0) throw invalid(['messages'], 'at least one message is required');
  for (const [index, message] of messages.entries()) checkMessage(message, ['messages', index]);
  checkToolTurns(messages.map(asFields));
}

function checkMessage(message: unknown, path: Path): void {
  checkObject(message, path);
  checkOneOf(message.role, [...path, 'role'], ROLES);
  const role = String(message.role);
  checkKnownFields(message, FIELDS_BY_ROLE[role] ?? [], path);
  if (role === 'tool') checkString(message.tool_call_id, [...path, 'tool_call_id']);
  if (role === 'assistant') {
    checkCalls(message, path);
    if (asList(message.tool_calls).length > 0 && isAbsent(message.content)) return;
  }
  checkContent(message.content, PARTS_BY_ROLE[role] ?? [], [...path, 'content']);
}

function checkContent(content: unknown, types: readonly string[], path: Path): void {
  if (typeof content === 'string') {
    if (content === '') throw invalid(path, 'message must be at least 1 token long');
    return;
  }
  checkList(content, path);
  if (content.length === 0) throw invalid(path, 'message must be at least 1 token long');
  for (const [index, part] of content.entries()) checkPart(part, types, [...path, index]);
}

function checkPart(part: unknown, types: readonly string[], path: Path): void {
  checkObject(part, path);
  checkOneOf(part.type, [...path, 'type'], types);
  const type = String(part.type);
  checkKnownFields(part, ['type', type], path);
  const inner = [...path, type];
  if (type === 'text' || type === 'thinking') return checkString(part[type], inner);
  checkObject(part[type], inner);
  if (type === 'image_url') checkImage(part[type], inner);
  else checkDocument(part[type], inner);
}

function checkImage(image: Fields, path: Path): void {
  checkKnownFields(image, ['url', 'detail'], path);
  checkString(image.url, [...path, 'url']);
  checkOptionalOneOf(image.detail, [...path, 'detail'], ['auto', 'low', 'high']);
  if (!/^https?:\/\/|^data:image\/(?:png|jpeg|webp|gif);base64,/.test(image.url)) {
    throw invalid([...path, 'url'], 'must be a web address or a data URI of an image');
  }
}

function checkDocument(document: Fields, path: Path): void {
  checkKnownFields(document, ['id', 'data'], path);
  checkOptionalString(document.id, [...path, 'id']);
  checkObject(document.data, [...path, 'data']);
}

function checkCalls({ tool_calls: calls, tool_plan: plan }: Fields, path: Path): void {
  checkOptionalString(plan, [...path, 'tool_plan']);
  for (const [index, call] of asList(calls).entries()) {
    const callPath = [...path, 'tool_calls', index];
    checkObject(call, callPath);
    checkString(call.id, [...callPath, 'id']);
    checkOneOf(call.type, [...callPath, 'type'], ['function']);
    checkObject(call.function, [...callPath, 'function']);
    checkString(call.function.name, [...callPath, 'function', 'name']);
    checkArguments(call.function.arguments, [...callPath, 'function', 'arguments']);
  }
}

function checkArguments(json: unknown, path: Path): void {
  checkString(json, path);
  try {
    if (isObject(JSON.parse(json))) return;
  } catch {
    // Invalid JSON is rejected below.
  }
  throw invalid(path, 'must be a JSON object');
}
