import {
  IsBoolean,
  IsDefined,
  IsInt,
  IsOptional,
  IsString,
  Max,
  Min,
  ValidateBy,
  type ValidationOptions,
} from 'class-validator';
import { type JsonDocument } from '../json-scan/json-document.js';
import { parseMembers } from '../openai-dialect/forwarded-request.js';
import {
  GENERATION_MEMBERS,
  GenerationRequestDto,
  MAX_COUNT,
} from '../openai-dialect/generation-request.dto.js';
import { validateMembers } from '../openai-dialect/validate-members.js';

/** The members that are parsed for the check. */
const PARSED_MEMBERS = [
  ...GENERATION_MEMBERS,
  'prompt',
  'max_tokens',
  'best_of',
  'logprobs',
  'echo',
  'suffix',
] as const;

export function validateCompletionRequest(document: JsonDocument): CompletionRequestDto {
  const request = Object.assign(new CompletionRequestDto(), parseMembers(document, PARSED_MEMBERS));
  validateMembers(request);
  return request;
}

/**
 * The members of a completion request that are looked at before it is sent on. All others, known or not,
 * travel as they came. `null` counts as absent.
 */
class CompletionRequestDto extends GenerationRequestDto {
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

/** Text, several texts, the tokens of one, or the tokens of several. */
function IsPrompt(options?: ValidationOptions): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isPrompt',
      validator: {
        validate: isPrompt,
        defaultMessage: () => 'must be a string, or an array of strings or tokens',
      },
    },
    options,
  );
}

function isPrompt(value: unknown): boolean {
  if (typeof value === 'string') return true;
  if (!Array.isArray(value) || value.length === 0) return false;
  return (
    value.every((element) => typeof element === 'string') ||
    isTokens(value) ||
    value.every((element) => Array.isArray(element) && isTokens(element))
  );
}

function isTokens(value: readonly unknown[]): boolean {
  return value.every((element) => Number.isInteger(element));
}
