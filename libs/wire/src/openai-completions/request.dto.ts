import { IsBoolean, IsDefined, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import {
  GENERATION_MEMBERS,
  GenerationRequestDto,
  MAX_COUNT,
} from '../openai-dialect/generation-request.dto.js';
import { IsPrompt } from './prompt.js';

/**
 * The members of a completion request that are looked at before it is sent on. All others, known or not,
 * travel as they came. `null` counts as absent.
 */
export class CompletionRequestDto extends GenerationRequestDto {
  @IsDefined()
  @IsPrompt()
  prompt: unknown;

  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(MAX_COUNT)
  max_tokens?: number | null;

  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(20)
  best_of?: number | null;

  @IsOptional()
  @IsInt()
  @Min(0)
  logprobs?: number | null;

  @IsOptional()
  @IsBoolean()
  echo?: boolean | null;

  @IsOptional()
  @IsString()
  suffix?: string | null;
}

/** The members that are parsed for the check. */
export const PARSED_MEMBERS = [
  ...GENERATION_MEMBERS,
  'prompt',
  'max_tokens',
  'best_of',
  'logprobs',
  'echo',
  'suffix',
] as const;
