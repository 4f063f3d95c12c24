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
    checkMessage(document, message, `messages[${index}]`);
}

function checkMessage(document: JsonDocument, message: JsonSpan, path: string): void {
  if (document.kind(message) !== 'object') throw fault('invalid-type', path, 'must be an object');
  const members = document.getMembers(message);
  const role = members.find(({ key }) => key === 'role');
  checkRole(role && document.value(role), `${path}.role`);
  const content = members.find(({ key }) => key === 'content');
  const kind = content && document.kind(content);
  if (kind === undefined || kind === 'null') throw missing(`${path}.content`);
  if (kind !== 'string' && kind !== 'array') {
    throw fault('invalid-type', `${path}.content`, 'must be a string or an array of blocks');
  }
}

function checkRole(role: unknown, path: string): void {
  if (role === undefined || role === null) throw missing(path);
  if (typeof role !== 'string') throw fault('invalid-type', path, 'must be a string');
  if (!ROLES.includes(role)) throw fault('invalid-value', path, `must be one of ${ROLES.join(', ')}`);
}

function missing(param: string): GatewayError {
  return fault('missing-parameter', param, 'is required');
}

function fault(kind: ErrorKind, param: string, problem: string): GatewayError {
  return new GatewayError(kind, `"${param}" ${problem}.`, { param });
}
