import { type JsonDocument } from './json-document.js';
import { MAX_MESSAGES } from './json-limits.js';
import { type JsonSpan } from './json-outline.js';

/** The number that stands under one of these keys, the first that has one; what is no number is no limit. */
export function readLimit(document: JsonDocument, ...keys: readonly string[]): number | undefined {
  for (const key of keys) {
    const member = document.member(key);
    const value = member === undefined ? undefined : document.value(member);
    if (typeof value === 'number') return value;
  }
  return undefined;
}

/** The text that stands under a key; what is no text is none. */
export function readText(document: JsonDocument, key: string): string | undefined {
  const member = document.member(key);
  const value = member === undefined ? undefined : document.value(member);
  return typeof value === 'string' ? value : undefined;
}

/** The bytes with which the user opens a conversation. They stay the same in every later request of it. */
export function conversationOpening(document: JsonDocument, name: string): Buffer {
  const conversation = document.member(name);
  if (conversation === undefined) return Buffer.alloc(0);
  const opening = document.kind(conversation) === 'array' ? firstTurn(document, conversation) : conversation;
  return document.bytes.subarray(opening.start, opening.end);
}

function firstTurn(document: JsonDocument, conversation: JsonSpan): JsonSpan {
  if (document.count(conversation) > MAX_MESSAGES) return conversation;
  const turns = document.elements(conversation);
  return turns.find((turn) => isOfUser(document, turn)) ?? turns[0] ?? conversation;
}

function isOfUser(document: JsonDocument, turn: JsonSpan): boolean {
  if (document.kind(turn) !== 'object') return false;
  const role = document.memberOf(turn, 'role');
  return role !== undefined && document.value(role) === 'user';
}
