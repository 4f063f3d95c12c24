import { ValidateBy, type ValidationOptions } from 'class-validator';
import { type JsonSpan } from '../json-scan/json-outline.js';
import { type JsonDocument } from '../json-scan/json-document.js';
import { MAX_MESSAGES } from '../json-scan/json-limits.js';

const TOO_MANY = 'too many';
const ROLES = new Set(['developer', 'system', 'user', 'assistant', 'tool', 'function']);

/** A message as far as it is checked: the conversation itself is never parsed when it is only forwarded. */
export interface MessageOutline {
  role?: unknown;
  content?: 'string' | 'array' | 'null' | 'object' | 'other';
  hasToolCallId: boolean;
}

export function outlineConversation(
  document: JsonDocument,
  messages: JsonSpan,
): (MessageOutline | string)[] | string {
  if (document.kind(messages) !== 'array') return 'not an array';
  if (document.count(messages) > MAX_MESSAGES) return TOO_MANY;
  return document.elements(messages).map((element) => {
    if (document.kind(element) !== 'object') return 'not an object';
    const role = document.memberOf(element, 'role');
    const content = document.memberOf(element, 'content');
    return {
      role: role && document.value(role),
      content: content && document.kind(content),
      hasToolCallId: document.memberOf(element, 'tool_call_id') !== undefined,
    };
  });
}

export interface ConversationFault {
  kind: 'missing-parameter' | 'invalid-type' | 'invalid-value';
  param: string;
  problem: string;
}

export function findConversationFault(messages: unknown): ConversationFault | undefined {
  if (messages === TOO_MANY) return wrongValue('messages', `must hold at most ${MAX_MESSAGES} messages`);
  if (!Array.isArray(messages)) return wrongType('messages', 'must be an array of messages');
  if (messages.length === 0) return wrongValue('messages', 'must hold at least one message');
  for (const [index, message] of (messages as (MessageOutline | string)[]).entries()) {
    const fault = findMessageFault(message);
    if (fault) return { ...fault, param: `messages[${index}]${fault.param}` };
  }
  return undefined;
}

function findMessageFault(message: MessageOutline | string): ConversationFault | undefined {
  if (typeof message === 'string') return wrongType('', 'must be an object');
  const { role, content, hasToolCallId } = message;
  if (role === undefined) return missing('.role');
  if (typeof role !== 'string') return wrongType('.role', 'must be a string');
  if (!ROLES.has(role)) return wrongValue('.role', `must be one of ${[...ROLES].join(', ')}`);
  const mayLackContent = role === 'assistant' || role === 'function';
  if (content === undefined || content === 'null') return mayLackContent ? undefined : missing('.content');
  if (content !== 'string' && content !== 'array') {
    return wrongType('.content', 'must be a string or an array of parts');
  }
  return role === 'tool' && !hasToolCallId ? missing('.tool_call_id') : undefined;
}

const missing = (param: string): ConversationFault => ({
  kind: 'missing-parameter',
  param,
  problem: 'is required',
});
const wrongType = (param: string, problem: string): ConversationFault => ({
  kind: 'invalid-type',
  param,
  problem,
});
const wrongValue = (param: string, problem: string): ConversationFault => ({
  kind: 'invalid-value',
  param,
  problem,
});

export function IsConversation(options?: ValidationOptions): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isConversation',
      validator: { validate: (value) => findConversationFault(value) === undefined },
    },
    options,
  );
}
