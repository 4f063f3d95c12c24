import { ValidateBy, type ValidationOptions } from 'class-validator';
import { type JsonSpan } from '../json-scan/json-scanner.js';
import { type JsonDocument } from '../json-scan/json-document.js';

const ROLES = new Set(['developer', 'system', 'user', 'assistant', 'tool', 'function']);
const MAX_MESSAGES = 100_000;

/** A message as far as it is checked: the conversation itself is never parsed when it is only forwarded. */
export interface MessageOutline {
  role?: unknown;
  content?: 'string' | 'array' | 'null' | 'object' | 'other';
  hasToolCallId: boolean;
}

export function outlineConversation(document: JsonDocument, messages: JsonSpan): MessageOutline[] | string {
  if (document.kind(messages) !== 'array') return 'not an array';
  return document.elements(messages).map((element) => {
    if (document.kind(element) !== 'object') return { hasToolCallId: false };
    const members = document.membersOf(element);
    const role = members.find((member) => member.key === 'role');
    const content = members.find((member) => member.key === 'content');
    return {
      role: role && document.value(role),
      content: content && document.kind(content),
      hasToolCallId: members.some((member) => member.key === 'tool_call_id'),
    };
  });
}

export interface ConversationFault {
  param: string;
  problem: string;
}

export function findConversationFault(messages: unknown): ConversationFault | undefined {
  if (!Array.isArray(messages)) return { param: 'messages', problem: 'must be an array of messages' };
  if (messages.length === 0) return { param: 'messages', problem: 'must hold at least one message' };
  if (messages.length > MAX_MESSAGES)
    return { param: 'messages', problem: `must hold at most ${MAX_MESSAGES} messages` };
  for (const [index, message] of (messages as MessageOutline[]).entries()) {
    const fault = findMessageFault(message);
    if (fault) return { param: `messages[${index}]${fault.param}`, problem: fault.problem };
  }
  return undefined;
}

function findMessageFault({ role, content, hasToolCallId }: MessageOutline): ConversationFault | undefined {
  if (role === undefined) return { param: '.role', problem: 'is required' };
  if (typeof role !== 'string' || !ROLES.has(role)) {
    return { param: '.role', problem: `must be one of ${[...ROLES].join(', ')}` };
  }
  const mayLackContent = role === 'assistant' || role === 'function';
  if (content === undefined || content === 'null') {
    return mayLackContent ? undefined : { param: '.content', problem: 'is required' };
  }
  if (content !== 'string' && content !== 'array')
    return { param: '.content', problem: 'must be a string or an array of parts' };
  if (role === 'tool' && !hasToolCallId) return { param: '.tool_call_id', problem: 'is required' };
  return undefined;
}

export function IsConversation(options?: ValidationOptions): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isConversation',
      validator: { validate: (value) => findConversationFault(value) === undefined },
    },
    options,
  );
}
