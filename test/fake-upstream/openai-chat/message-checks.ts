import { asFields, asList, isAbsent, type Fields } from '../fields.js';
import { checkKnownFields } from '../openai/known-fields.js';
import type { Path } from '../refused.js';
import { checkList, checkObject, checkOneOf, checkString, invalid, wrongType } from '../value-checks.js';
import { checkToolTurns } from './tool-turns.js';

const ROLES = ['developer', 'system', 'user', 'assistant', 'tool', 'function'];

const PARTS_BY_ROLE: Readonly<Record<string, readonly string[]>> = {
  developer: ['text'],
  system: ['text'],
  user: ['text', 'image_url', 'input_audio', 'file'],
  assistant: ['text', 'refusal'],
  tool: ['text'],
};

const FIELDS_BY_ROLE: Readonly<Record<string, readonly string[]>> = {
  // A service that returns reasoning, like this one, accepts it in messages; OpenAI's library adds parsed content.
  assistant:
    'role content name refusal tool_calls function_call audio annotations reasoning_content parsed'.split(
      ' ',
    ),
  // The name is no longer part of the format, but many clients still send it.
  tool: ['role', 'content', 'tool_call_id', 'name'],
};

export function checkMessages(messages: unknown, strictFields: boolean): void {
  const list = asList(messages);
  for (const [index, message] of list.entries()) {
    const path = ['messages', index];
    checkObject(message, path);
    checkOneOf(message.role, [...path, 'role'], ROLES);
    if (strictFields) {
      checkKnownFields(message, FIELDS_BY_ROLE[String(message.role)] ?? ['role', 'content', 'name'], path);
    }
    checkToolCalls(message.tool_calls, [...path, 'tool_calls']);
    checkContent(message, [...path, 'content']);
  }
  checkToolTurns(list.map(asFields));
}

function checkToolCalls(calls: unknown, path: Path): void {
  if (isAbsent(calls)) return;
  checkList(calls, path);
  if (calls.length === 0) throw invalid(path, 'empty array. Expected an array with minimum length 1.');
  for (const [index, call] of calls.entries()) {
    checkObject(call, [...path, index]);
    checkString(call.id, [...path, index, 'id']);
    checkOneOf(call.type, [...path, index, 'type'], ['function', 'custom']);
    if (call.type === 'custom') continue;
    checkString(asFields(call.function).name, [...path, index, 'function', 'name']);
    checkString(asFields(call.function).arguments, [...path, index, 'function', 'arguments']);
  }
}

function checkContent(message: Fields, path: Path): void {
  const { content, role } = message;
  if (typeof content === 'string') return;
  if (isAbsent(content)) {
    if (mayBeSilent(message)) return;
    throw wrongType(path, 'a string or an array, got null');
  }
  checkList(content, path);
  if (content.length === 0) throw invalid(path, 'empty array. Expected an array with minimum length 1.');
  for (const [index, part] of content.entries()) {
    checkObject(part, [...path, index]);
    checkOneOf(part.type, [...path, index, 'type'], PARTS_BY_ROLE[String(role)] ?? []);
    checkPart(part, [...path, index]);
  }
}

function mayBeSilent({ role, tool_calls: calls, function_call: call, audio, refusal }: Fields): boolean {
  if (role === 'function') return true;
  return role === 'assistant' && [calls, call, audio, refusal].some((value) => !isAbsent(value));
}

function checkPart(part: Fields, path: Path): void {
  if (part.type === 'text') checkString(part.text, [...path, 'text']);
  if (part.type !== 'image_url') return;
  const urlPath = [...path, 'image_url', 'url'];
  checkObject(part.image_url, [...path, 'image_url']);
  checkString(part.image_url.url, urlPath);
  if (!/^(https?:\/\/|data:image\/)/.test(part.image_url.url)) {
    throw invalid(urlPath, 'expected a link or a data URL of an image.');
  }
}
