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
import { MAX_MESSAGES } from '#canonical';
import { type JsonDocument, type JsonKind, NameTable, NO_ENTRY } from '#json-scan';
import { CheckedMembers, readAll, readKind, readWhole } from '../validation/checked-members.js';
import { missing, wrongType, wrongValue } from '../validation/faults.js';
import { memberError } from '../validation/member-fault.js';

const MAX_COUNT = 2 ** 31 - 1;

const KIND_NAMES: Record<JsonKind, string> = {
  object: 'an object',
  array: 'an array',
  string: 'a string',
  null: 'null',
  other: 'a number or a boolean',
};

const ROLES = ['user', 'assistant', 'system'];
const ROLE_TABLE = new NameTable(ROLES);

/**
 * The members that are validated before a request is forwarded, except for the conversation. All other members, known
 * or not, are forwarded unchanged. `null` counts as absent.
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
  @IsString({ each: true, message: 'must contain only strings' })
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

export const MESSAGES_MEMBERS = new CheckedMembers(MessagesRequestDto, {
  ...readAll(
    [
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
    ],
    readWhole,
  ),
  ...readAll(['system', 'tools'], readKind),
});

export function validateMessagesRequest(document: JsonDocument): MessagesRequestDto {
  const request = MESSAGES_MEMBERS.read(document, memberError);
  checkConversation(document, document.member('messages')?.entry);
  return request;
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
