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
  type ValidationOptions,
} from 'class-validator';
import { GatewayError } from '#canonical';
import { type JsonDocument } from '../json-scan/json-document.js';
import { MAX_MESSAGES } from '../json-scan/json-limits.js';
import { type JsonSpan } from '../json-scan/json-outline.js';
import { parseMembers } from '../openai-dialect/forwarded-request.js';
import {
  GENERATION_MEMBERS,
  GenerationRequestDto,
  MAX_COUNT,
} from '../openai-dialect/generation-request.dto.js';
import { validateMembers } from '../openai-dialect/validate-members.js';

/** The members that are parsed for the check; `messages` is only outlined. */
const PARSED_MEMBERS = [
  ...GENERATION_MEMBERS,
  'max_tokens',
  'max_completion_tokens',
  'logprobs',
  'top_logprobs',
  'parallel_tool_calls',
  'tools',
] as const;

const TOO_MANY = 'too many';
const ROLES = new Set(['developer', 'system', 'user', 'assistant', 'tool', 'function']);

/** A message as far as it is checked: the conversation itself is never parsed when it is only forwarded. */
interface MessageOutline {
  role?: unknown;
  content?: 'string' | 'array' | 'null' | 'object' | 'other';
  hasToolCallId: boolean;
}

interface ConversationFault {
  kind: 'missing-parameter' | 'invalid-type' | 'invalid-value';
  param: string;
  problem: string;
}

/** Fills the DTO by plain assignment: transforming whole conversations would cost more than forwarding them. */
export function validateChatRequest(document: JsonDocument): ChatRequestDto {
  const request = Object.assign(new ChatRequestDto(), parseMembers(document, PARSED_MEMBERS));
  const messages = document.member('messages');
  if (messages !== undefined && document.kind(messages) !== 'null') {
    Object.assign(request, { messages: outlineConversation(document, messages) });
  }
  validateMembers(request, (constraints) =>
    'isConversation' in constraints && !('isDefined' in constraints) ? conversationError(request) : undefined,
  );
  return request;
}

function conversationError({ messages }: ChatRequestDto): GatewayError {
  const fault = findConversationFault(messages);
  if (fault === undefined) throw new Error('a conversation that was refused has a fault');
  const { kind, param, problem } = fault;
  return new GatewayError(kind, `"${param}" ${problem}.`, { param });
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
 * The members of a chat request that are looked at before it is sent on. All others, known or not,
 * travel as they came. `null` counts as absent.
 */
class ChatRequestDto extends GenerationRequestDto {
  @IsDefined()
  @IsConversation()
  messages: MessageOutline[];

  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_COUNT)
  max_tokens?: number | null;

  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_COUNT)
  max_completion_tokens?: number | null;

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

function outlineConversation(
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

function findConversationFault(messages: unknown): ConversationFault | undefined {
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

function IsConversation(options?: ValidationOptions): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isConversation',
      validator: { validate: (value) => findConversationFault(value) === undefined },
    },
    options,
  );
}
