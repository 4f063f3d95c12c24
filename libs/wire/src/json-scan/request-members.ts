import { type JsonDocument } from './json-document.js';
import { MAX_MESSAGES } from './json-limits.js';
import { type JsonSpan, NO_ENTRY, ROOT } from './json-outline.js';
import { type ByteEdit } from './splice-bytes.js';

/** What is longer than this is no id. */
const MAX_ID_BYTES = 1_024;

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

/**
 * The id at the end of this path of members. It decides nothing, so what is no text, or too long for an id, is none, and of
 * members that are given twice the first is taken.
 */
export function readId(document: JsonDocument, ...path: readonly string[]): string | undefined {
  const { outline, bytes } = document;
  let entry = ROOT;
  for (const key of path) {
    if (document.kindAt(entry) !== 'object') return undefined;
    entry = outline.findMember(entry, key, bytes);
    if (entry === NO_ENTRY) return undefined;
  }
  if (outline.end(entry) - outline.start(entry) > MAX_ID_BYTES || document.kindAt(entry) !== 'string') {
    return undefined;
  }
  return document.valueAt(entry) as string;
}

/** The place of a member that a checked request has. */
export function requireMember(document: JsonDocument, key: string): JsonSpan {
  const member = document.member(key);
  if (member === undefined) throw new Error(`a request that was checked has "${key}"`);
  return member;
}

export function renameModel(document: JsonDocument, model: string): ByteEdit {
  const { start, end } = requireMember(document, 'model');
  return { start, end, replacement: JSON.stringify(model) };
}

/** The bytes with which the user opens a conversation. They stay the same in every later request of it. */
export function conversationOpening(document: JsonDocument, name: string): Buffer {
  const entry = document.member(name)?.entry;
  if (entry === undefined) return Buffer.alloc(0);
  const opening = document.kindAt(entry) === 'array' ? firstTurn(document, entry) : entry;
  return document.bytes.subarray(document.outline.start(opening), document.outline.end(opening));
}

/** The user's first turn, or else the first of all, or else the whole. */
function firstTurn(document: JsonDocument, conversation: number): number {
  const { outline } = document;
  const count = outline.count(conversation);
  if (count === 0 || count > MAX_MESSAGES) return conversation;
  const first = outline.firstIn(conversation);
  const end = outline.endOf(conversation);
  for (let turn = first; turn < end; turn = outline.endOf(turn)) if (isOfUser(document, turn)) return turn;
  return first;
}

function isOfUser(document: JsonDocument, turn: number): boolean {
  if (document.kindAt(turn) !== 'object') return false;
  const role = document.outline.findMember(turn, 'role', document.bytes);
  return role !== NO_ENTRY && document.valueAt(role) === 'user';
}
