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
import { type JsonDocument } from '#json-scan';
import {
  GENERATION_MEMBERS,
  GenerationRequestDto,
  MAX_COUNT,
} from '../openai-dialect/generation-request.dto.js';
import { CheckedMembers, readAll, readUnlessText, readWhole } from '../validation/checked-members.js';
import { memberError } from '../validation/member-fault.js';

/**
 * The members that are validated before a request is forwarded. All others, known or not, are forwarded unchanged.
 * `null` counts as absent.
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

export const COMPLETION_MEMBERS = new CheckedMembers(CompletionRequestDto, {
  ...readAll(GENERATION_MEMBERS, readWhole),
  prompt: readUnlessText,
  ...readAll(['max_tokens', 'best_of', 'logprobs', 'echo', 'suffix'], readWhole),
});

export function validateCompletionRequest(document: JsonDocument): CompletionRequestDto {
  return COMPLETION_MEMBERS.read(document, memberError);
}

/** A text, several texts, the tokens of one text, or the tokens of several. */
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
