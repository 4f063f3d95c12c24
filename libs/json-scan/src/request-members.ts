import { MAX_MESSAGES } from '#canonical';
import { type JsonDocument } from './json-document.js';
import { type JsonSpan, NO_ENTRY, ROOT } from './json-outline.js';
import { type ByteEdit } from './splice-bytes.js';

/** A longer string is not an id. */
const MAX_ID_BYTES = 1_024;

/** The first of these members that is a number. */
export function readLimit(document: JsonDocument, ...keys: readonly string[]): number | undefined {
  for (const key of keys) {
    const member = document.member(key);
    const value = member === undefined ? undefined : document.value(member);
    if (typeof value === 'number') return value;
  }
  return undefined;
}

/** The member if it is a string. */
export function readText(document: JsonDocument, key: string): string | undefined {
  const member = document.member(key);
  const value = member === undefined ? undefined : document.value(member);
  return typeof value === 'string' ? value : undefined;
}

/**
 * The id at this path of members. Nothing depends on it, so a value that is not a string, or too long, is ignored,
 * and the first of duplicate members is used.
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

/** The span of a member that the validation requires. */
export function requireMember(document: JsonDocument, key: string): JsonSpan {
  const member = document.member(key);
  if (member === undefined) throw new Error(`a validated request lacks "${key}"`);
  return member;
}

export function renameModel(document: JsonDocument, model: string): ByteEdit {
  const { start, end } = requireMember(document, 'model');
  return { start, end, replacement: JSON.stringify(model) };
}

/** The bytes of the first user message. They are the same in every later request of the conversation. */
export function getConversationOpening(document: JsonDocument, name: string): Buffer {
  const entry = document.member(name)?.entry;
  if (entry === undefined) return Buffer.alloc(0);
  const opening = document.kindAt(entry) === 'array' ? findFirstTurn(document, entry) : entry;
  return document.bytes.subarray(document.outline.start(opening), document.outline.end(opening));
}

/** The first user message, otherwise the first message, otherwise the whole conversation. */
function findFirstTurn(document: JsonDocument, conversation: number): number {
  const { outline } = document;
  const count = outline.count(conversation);
  if (count === 0 || count > MAX_MESSAGES) return conversation;
  const first = outline.firstIn(conversation);
  const end = outline.endOf(conversation);
  for (let turn = first; turn < end; turn = outline.endOf(turn)) if (isUserTurn(document, turn)) return turn;
  return first;
}

function isUserTurn(document: JsonDocument, turn: number): boolean {
  if (document.kindAt(turn) !== 'object') return false;
  const role = document.outline.findMember(turn, 'role', document.bytes);
  return role !== NO_ENTRY && document.valueAt(role) === 'user';
}
