import { ArrayMaxSize, IsArray, IsBoolean, IsDefined, IsInt, IsOptional, Max, Min } from 'class-validator';
import {
  GENERATION_MEMBERS,
  GenerationRequestDto,
  MAX_COUNT,
} from '../openai-dialect/generation-request.dto.js';
import { IsConversation, type MessageOutline } from './conversation.js';

/**
 * The members of a chat request that are looked at before it is sent on. All others, known or not,
 * travel as they came. `null` counts as absent.
 */
export class ChatRequestDto extends GenerationRequestDto {
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

/** The members that are parsed for the check; `messages` is only outlined. */
export const PARSED_MEMBERS = [
  ...GENERATION_MEMBERS,
  'max_tokens',
  'max_completion_tokens',
  'logprobs',
  'top_logprobs',
  'parallel_tool_calls',
  'tools',
] as const;
