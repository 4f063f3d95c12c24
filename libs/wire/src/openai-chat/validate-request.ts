import { MAX_MESSAGES } from '#canonical';
import { type JsonDocument, NameTable, NO_ENTRY } from '#json-scan';
import { CHAT_LIMITS, GENERATION_MEMBERS } from '../openai-dialect/generation-members.js';
import { type StreamableRequest } from '../openai-dialect/validate-members.js';
import { CheckedMembers } from '../validation/checked-members.js';
import {
  BOOLEAN,
  type MemberFault,
  arrayUpTo,
  integer,
  optional,
  required,
} from '../validation/member-rules.js';

const ROLES = ['developer', 'system', 'user', 'assistant', 'tool', 'function'] as const;
const ROLE_TABLE = new NameTable(ROLES);

/** The conversation of a request. Only its outline is checked; a forwarded conversation is never parsed. */
class Conversation {
  constructor(
    readonly document: JsonDocument,
    readonly entry: number,
  ) {}
}

/** A fault in the conversation, with the path of the wrong value. */
type ConversationFault = Required<MemberFault>;

const wrongValue = (param: string, problem: string): ConversationFault => ({
  kind: 'invalid-value',
  param,
  problem,
});

const wrongType = (param: string, problem: string): ConversationFault => ({
  kind: 'invalid-type',
  param,
  problem,
});

const missing = (param: string): ConversationFault => ({
  kind: 'missing-parameter',
  param,
  problem: 'is required',
});

const isConversation = {
  isValid: (value: unknown) => findConversationFault(value as Conversation) === undefined,
  describe: (value: unknown) =>
    findConversationFault(value as Conversation) ?? wrongValue('messages', 'is not valid'),
};

export const CHAT_MEMBERS = new CheckedMembers<StreamableRequest>({
  messages: required([isConversation], (document, entry) =>
    document.kindAt(entry) === 'null' ? undefined : new Conversation(document, entry),
  ),
  logprobs: BOOLEAN,
  top_logprobs: optional(integer(0, 20)),
  parallel_tool_calls: BOOLEAN,
  tools: arrayUpTo(1024),
  ...GENERATION_MEMBERS,
  ...CHAT_LIMITS,
});

export function validateChatRequest(document: JsonDocument): StreamableRequest {
  return CHAT_MEMBERS.read(document);
}

function findConversationFault({ document, entry }: Conversation): ConversationFault | undefined {
  if (document.kindAt(entry) !== 'array') return wrongType('messages', 'must be an array of messages');
  const { outline } = document;
  const count = outline.count(entry);
  if (count > MAX_MESSAGES) return wrongValue('messages', `must contain at most ${MAX_MESSAGES} messages`);
  if (count === 0) return wrongValue('messages', 'must contain at least one message');
  const end = outline.endOf(entry);
  let index = 0;
  for (let message = outline.firstIn(entry); message < end; message = outline.endOf(message)) {
    const fault = findMessageFault(document, message);
    if (fault) return { ...fault, param: `messages[${index}]${fault.param}` };
    index += 1;
  }
  return undefined;
}

function findMessageFault(document: JsonDocument, message: number): ConversationFault | undefined {
  if (document.kindAt(message) !== 'object') return wrongType('', 'must be an object');
  const { outline, bytes } = document;
  const role = outline.findMember(message, 'role', bytes);
  if (role === NO_ENTRY) return missing('.role');
  if (document.kindAt(role) !== 'string') return wrongType('.role', 'must be a string');
  const roleName = ROLES[ROLE_TABLE.find(bytes, outline.start(role), outline.end(role))];
  if (roleName === undefined) return wrongValue('.role', `must be one of ${ROLES.join(', ')}`);
  const content = outline.findMember(message, 'content', bytes);
  const kind = content === NO_ENTRY ? 'null' : document.kindAt(content);
  if (kind === 'null')
    return roleName === 'assistant' || roleName === 'function' ? undefined : missing('.content');
  if (kind !== 'string' && kind !== 'array') {
    return wrongType('.content', 'must be a string or an array of parts');
  }
  const hasCallId = roleName !== 'tool' || outline.findMember(message, 'tool_call_id', bytes) !== NO_ENTRY;
  return hasCallId ? undefined : missing('.tool_call_id');
}
