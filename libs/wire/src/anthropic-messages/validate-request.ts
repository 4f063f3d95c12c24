import { MAX_MESSAGES } from '#canonical';
import { type JsonDocument, NameTable, NO_ENTRY } from '#json-scan';
import { CheckedMembers } from '../validation/checked-members.js';
import { missing, wrongType, wrongValue } from '../validation/faults.js';
import {
  BOOLEAN,
  MAX_COUNT,
  MODEL,
  type MemberFault,
  OBJECT,
  integer,
  allowKinds,
  number,
  optional,
  required,
} from '../validation/member-rules.js';

const ROLES = ['user', 'assistant', 'system'];
const ROLE_TABLE = new NameTable(ROLES);

interface MessagesRequest {
  model: string;
  stream?: boolean | null;
}

/** All except the conversation. */
export const MESSAGES_MEMBERS = new CheckedMembers<MessagesRequest>({
  model: MODEL,
  max_tokens: required(integer(0, MAX_COUNT)),
  stream: BOOLEAN,
  temperature: number(0, 1),
  top_p: number(0, 1),
  top_k: optional(integer(0)),
  stop_sequences: optional([{ isValid: isTextList, describe: describeNoTextList }]),
  tool_choice: OBJECT,
  thinking: OBJECT,
  metadata: OBJECT,
  system: allowKinds(['string', 'array'], 'must be a string or an array'),
  tools: allowKinds(['array'], 'must be an array'),
});

export function validateMessagesRequest(document: JsonDocument): MessagesRequest {
  const request = MESSAGES_MEMBERS.read(document);
  checkConversation(document, document.member('messages')?.entry);
  return request;
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function describeNoTextList(value: unknown): MemberFault {
  const problem = typeof value === 'string' ? 'must be an array' : 'must contain only strings';
  return { kind: 'invalid-type', problem };
}

/** Checks the outline of a conversation. A forwarded conversation is never parsed. */
function checkConversation(document: JsonDocument, messages: number | undefined): void {
  if (messages === undefined || document.kindAt(messages) === 'null') throw missing('messages');
  if (document.kindAt(messages) !== 'array') throw wrongType('messages', 'an array');
  const { outline } = document;
  const count = outline.count(messages);
  if (count === 0) throw wrongValue('messages', 'must contain at least one message');
  if (count > MAX_MESSAGES) throw wrongValue('messages', `must contain at most ${MAX_MESSAGES} messages`);
  const end = outline.endOf(messages);
  let index = 0;
  for (let message = outline.firstIn(messages); message < end; message = outline.endOf(message)) {
    checkMessage(document, message, index);
    index += 1;
  }
}

function checkMessage(document: JsonDocument, message: number, index: number): void {
  const { outline, bytes } = document;
  if (document.kindAt(message) !== 'object') throw wrongType(`messages[${index}]`, 'an object');
  checkRole(document, outline.findMember(message, 'role', bytes), index);
  const content = outline.findMember(message, 'content', bytes);
  const kind = content === NO_ENTRY ? 'null' : document.kindAt(content);
  if (kind === 'null') throw missing(`messages[${index}].content`);
  if (kind !== 'string' && kind !== 'array') {
    throw wrongType(`messages[${index}].content`, 'a string or an array of blocks');
  }
}

function checkRole(document: JsonDocument, role: number, index: number): void {
  const { outline, bytes } = document;
  const kind = role === NO_ENTRY ? 'null' : document.kindAt(role);
  if (kind === 'string' && ROLE_TABLE.find(bytes, outline.start(role), outline.end(role)) !== -1) return;
  const path = `messages[${index}].role`;
  if (kind === 'null') throw missing(path);
  if (kind !== 'string') throw wrongType(path, 'a string');
  throw wrongValue(path, `must be one of ${ROLES.join(', ')}`);
}
