import { type ErrorKind, GatewayError } from '#canonical';
import { type JsonDocument } from '../json-scan/json-document.js';
import { MAX_MESSAGES } from '../json-scan/json-limits.js';
import { type JsonSpan } from '../json-scan/json-outline.js';

const ROLES = ['user', 'assistant', 'system'];

/** Checks the outline of a conversation, which itself is never parsed where it is only forwarded. */
export function checkConversation(document: JsonDocument, messages: JsonSpan | undefined): void {
  if (messages === undefined || document.kind(messages) === 'null') throw missing('messages');
  if (document.kind(messages) !== 'array') throw fault('invalid-type', 'messages', 'must be an array');
  const count = document.count(messages);
  if (count === 0) throw fault('invalid-value', 'messages', 'must hold at least one message');
  if (count > MAX_MESSAGES) {
    throw fault('invalid-value', 'messages', `must hold at most ${MAX_MESSAGES} messages`);
  }
  for (const [index, message] of document.elements(messages).entries())
    checkMessage(document, message, index);
}

function checkMessage(document: JsonDocument, message: JsonSpan, index: number): void {
  if (document.kind(message) !== 'object') {
    throw fault('invalid-type', `messages[${index}]`, 'must be an object');
  }
  const role = document.memberOf(message, 'role');
  checkRole(role && document.value(role), index);
  const content = document.memberOf(message, 'content');
  const kind = content && document.kind(content);
  if (kind === undefined || kind === 'null') throw missing(`messages[${index}].content`);
  if (kind !== 'string' && kind !== 'array') {
    throw fault('invalid-type', `messages[${index}].content`, 'must be a string or an array of blocks');
  }
}

function checkRole(role: unknown, index: number): void {
  if (typeof role === 'string' && ROLES.includes(role)) return;
  const path = `messages[${index}].role`;
  if (role === undefined || role === null) throw missing(path);
  if (typeof role !== 'string') throw fault('invalid-type', path, 'must be a string');
  throw fault('invalid-value', path, `must be one of ${ROLES.join(', ')}`);
}

function missing(param: string): GatewayError {
  return fault('missing-parameter', param, 'is required');
}

function fault(kind: ErrorKind, param: string, problem: string): GatewayError {
  return new GatewayError(kind, `"${param}" ${problem}.`, { param });
}
