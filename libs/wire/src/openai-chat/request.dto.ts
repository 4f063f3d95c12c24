import {
  ArrayMaxSize,
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
} from 'class-validator';
import { IsConversation, type MessageOutline } from './conversation.js';
import { IsStopSequences } from './stop-sequences.js';

const LARGEST_COUNT = 2 ** 31 - 1;

/**
 * The members of a chat request that are looked at before it is sent on. All others, known or not,
 * travel as they came. `null` counts as absent.
 */
export class ChatRequestDto {
  @IsDefined()
  @IsString()
  @Length(1, 256)
  // oxlint-disable-next-line no-control-regex -- a model name goes into headers and log lines
  @Matches(/^[^\u0000-\u001f\u007f]*$/)
  model: string;

  @IsDefined()
  @IsConversation()
  messages: MessageOutline[];

  @IsOptional()
  @IsBoolean()
  stream?: boolean | null;

  @IsOptional()
  @IsObject()
  stream_options?: { include_usage?: unknown } | null;

  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(LARGEST_COUNT)
  max_tokens?: number | null;

  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(LARGEST_COUNT)
  max_completion_tokens?: number | null;

  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(2)
  temperature?: number | null;

  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(1)
  top_p?: number | null;

  @IsOptional()
  @IsNumber()
  @Min(-2)
  @Max(2)
  presence_penalty?: number | null;

  @IsOptional()
  @IsNumber()
  @Min(-2)
  @Max(2)
  frequency_penalty?: number | null;

  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(128)
  n?: number | null;

  @IsOptional()
  @IsStopSequences()
  stop?: string | string[] | null;

  @IsOptional()
  @IsNumber()
  seed?: number | null;

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

/** The members that are parsed for the check, in the order of the class; `messages` is only outlined. */
export const PARSED_MEMBERS = [
  'model',
  'stream',
  'stream_options',
  'max_tokens',
  'max_completion_tokens',
  'temperature',
  'top_p',
  'presence_penalty',
  'frequency_penalty',
  'n',
  'stop',
  'seed',
  'logprobs',
  'top_logprobs',
  'parallel_tool_calls',
  'tools',
] as const;
