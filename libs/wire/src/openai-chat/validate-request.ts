import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsDefined,
  IsInt,
  IsOptional,
  Max,
  Min,
  ValidateBy,
  type ValidationError,
  type ValidationOptions,
} from 'class-validator';
import { GatewayError, MAX_MESSAGES } from '#canonical';
import { type JsonDocument, NameTable, NO_ENTRY } from '#json-scan';
import { CHAT_LIMITS, addChatLimits } from '../openai-dialect/chat-limits.dto.js';
import { GENERATION_MEMBERS, GenerationRequestDto } from '../openai-dialect/generation-request.dto.js';
import { CheckedMembers, readAll, readLength, readWhole } from '../validation/checked-members.js';
import { memberError } from '../validation/member-fault.js';

const ROLES = ['developer', 'system', 'user', 'assistant', 'tool', 'function'] as const;
const ROLE_TABLE = new NameTable(ROLES);

/** The conversation of a request. Only its outline is checked; a forwarded conversation is never parsed. */
class Conversation {
  constructor(
    readonly document: JsonDocument,
    readonly entry: number,
  ) {}
}

interface ConversationFault {
  kind: 'missing-parameter' | 'invalid-type' | 'invalid-value';
  param: string;
  problem: string;
}

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

/**
 * The members that are validated before a request is forwarded. All others, known or not, are forwarded unchanged.
 * `null` counts as absent.
 */
class ChatRequestDto extends addChatLimits(GenerationRequestDto) {
  @IsDefined()
  @IsConversation()
  messages: Conversation;

  @IsOptional()
  @IsBoolean()
  logprobs?: boolean | null;

  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(20)
  top_logprobs?: number | null;

  @IsOptional()
  @IsBoolean()
  parallel_tool_calls?: boolean | null;

  @IsOptional()
  @IsArray()
  @ArrayMaxSize(1024)
  tools?: unknown[] | null;
}

export const CHAT_MEMBERS = new CheckedMembers(ChatRequestDto, {
  ...readAll(GENERATION_MEMBERS, readWhole),
  ...readAll([...CHAT_LIMITS, 'logprobs', 'top_logprobs', 'parallel_tool_calls'], readWhole),
  tools: readLength,
  messages: (document, entry) =>
    document.kindAt(entry) === 'null' ? undefined : new Conversation(document, entry),
});

export function validateChatRequest(document: JsonDocument): ChatRequestDto {
  return CHAT_MEMBERS.read(document, toGatewayError);
}

function toGatewayError(fault: ValidationError, { messages }: ChatRequestDto): GatewayError {
  const isInConversation = fault.property === 'messages' && messages !== undefined;
  return isInConversation ? conversationError(messages) : memberError(fault);
}

function conversationError(messages: Conversation): GatewayError {
  const fault = findConversationFault(messages);
  if (fault === undefined) throw new Error('the rejected conversation has no error');
  const { kind, param, problem } = fault;
  return new GatewayError(kind, `"${param}" ${problem}.`, { param });
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

function IsConversation(options?: ValidationOptions): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isConversation',
      validator: {
        validate: (value) => value instanceof Conversation && findConversationFault(value) === undefined,
      },
    },
    options,
  );
}
