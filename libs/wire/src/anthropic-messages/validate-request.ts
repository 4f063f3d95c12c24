import {
  IsArray,
  IsBoolean,
  IsDefined,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  ValidateBy,
  type ValidationOptions,
} from 'class-validator';
import { type JsonDocument } from '../json-scan/json-document.js';
import { MAX_MESSAGES } from '../json-scan/json-limits.js';
import { type JsonSpan } from '../json-scan/json-outline.js';
import { missing, wrongType, wrongValue } from '../validation/faults.js';
import { findMemberFault, memberError } from '../validation/member-fault.js';

const MAX_COUNT = 2 ** 31 - 1;

/** Short members, which are parsed for the check. */
const PARSED_MEMBERS = [
  'model',
  'max_tokens',
  'stream',
  'temperature',
  'top_p',
  'top_k',
  'stop_sequences',
  'tool_choice',
  'thinking',
  'metadata',
] as const;

/** Members that may be long: only their kind is looked at. */
const OUTLINED_MEMBERS = ['system', 'tools'] as const;

/** A member that may be long and is only forwarded: what kind of JSON it is, and no more. */
type JsonKind = 'object' | 'array' | 'string' | 'null' | 'other';

const KIND_NAMES: Record<JsonKind, string> = {
  object: 'an object',
  array: 'an array',
  string: 'a string',
  null: 'null',
  other: 'a number or a boolean',
};

const ROLES = ['user', 'assistant', 'system'];

/** Fills the DTO by plain assignment: transforming whole conversations would cost more than forwarding them. */
export function validateMessagesRequest(document: JsonDocument): MessagesRequestDto {
  const request = Object.assign(new MessagesRequestDto(), readMembers(document));
  const fault = findMemberFault(request);
  if (fault) throw memberError(fault);
  checkConversation(document, document.member('messages'));
  return request;
}

function readMembers(document: JsonDocument): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  for (const key of PARSED_MEMBERS) {
    const member = document.member(key);
    if (member !== undefined) members[key] = document.value(member);
  }
  for (const key of OUTLINED_MEMBERS) {
    const member = document.member(key);
    if (member !== undefined && document.kind(member) !== 'null') members[key] = document.kind(member);
  }
  return members;
}

/**
 * The members of a request that are looked at before it is sent on, but for the conversation. All others, known
 * or not, travel as they came. `null` counts as absent.
 */
class MessagesRequestDto {
  @IsDefined()
  @IsString()
  @Length(1, 256)
  // oxlint-disable-next-line no-control-regex -- a model name goes into headers and log lines
  @Matches(/^[^\u0000-\u001f\u007f]*$/)
  model: string;

  @IsDefined()
  @IsInt()
  @Min(0)
  @Max(MAX_COUNT)
  max_tokens: number;

  @IsOptional()
  @IsBoolean()
  stream?: boolean | null;

  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(1)
  temperature?: number | null;

  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(1)
  top_p?: number | null;

  @IsOptional()
  @IsInt()
  @Min(0)
  top_k?: number | null;

  @IsOptional()
  @IsArray()
  @IsString({ each: true, message: 'must hold nothing but strings' })
  stop_sequences?: string[] | null;

  @IsOptional()
  @IsObject()
  tool_choice?: object | null;

  @IsOptional()
  @IsObject()
  thinking?: object | null;

  @IsOptional()
  @IsObject()
  metadata?: object | null;

  @IsOptional()
  @IsJsonKind(['string', 'array'])
  system?: JsonKind;

  @IsOptional()
  @IsJsonKind(['array'])
  tools?: JsonKind;
}

function IsJsonKind(kinds: readonly JsonKind[], options?: ValidationOptions): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isJsonKind',
      validator: {
        validate: (value) => kinds.some((kind) => kind === value),
        defaultMessage: () => `must be ${kinds.map((kind) => KIND_NAMES[kind]).join(' or ')}`,
      },
    },
    options,
  );
}

/** Checks the outline of a conversation, which itself is never parsed where it is only forwarded. */
function checkConversation(document: JsonDocument, messages: JsonSpan | undefined): void {
  if (messages === undefined || document.kind(messages) === 'null') throw missing('messages');
  if (document.kind(messages) !== 'array') throw wrongType('messages', 'an array');
  const count = document.count(messages);
  if (count === 0) throw wrongValue('messages', 'must hold at least one message');
  if (count > MAX_MESSAGES) throw wrongValue('messages', `must hold at most ${MAX_MESSAGES} messages`);
  for (const [index, message] of document.elements(messages).entries())
    checkMessage(document, message, index);
}

function checkMessage(document: JsonDocument, message: JsonSpan, index: number): void {
  if (document.kind(message) !== 'object') throw wrongType(`messages[${index}]`, 'an object');
  const role = document.memberOf(message, 'role');
  checkRole(role && document.value(role), index);
  const content = document.memberOf(message, 'content');
  const kind = content && document.kind(content);
  if (kind === undefined || kind === 'null') throw missing(`messages[${index}].content`);
  if (kind !== 'string' && kind !== 'array') {
    throw wrongType(`messages[${index}].content`, 'a string or an array of blocks');
  }
}

function checkRole(role: unknown, index: number): void {
  if (typeof role === 'string' && ROLES.includes(role)) return;
  const path = `messages[${index}].role`;
  if (role === undefined || role === null) throw missing(path);
  if (typeof role !== 'string') throw wrongType(path, 'a string');
  throw wrongValue(path, `must be one of ${ROLES.join(', ')}`);
}
