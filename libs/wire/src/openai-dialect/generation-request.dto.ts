import {
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
import { type StreamableRequest } from './validate-members.js';

const MAX_STOP_SEQUENCES = 16;

/** The members that all text generation endpoints of this dialect have, with the same bounds. */
export class GenerationRequestDto implements StreamableRequest {
  @IsDefined()
  @IsString()
  @Length(1, 256)
  // oxlint-disable-next-line no-control-regex -- a model name goes into headers and log lines
  @Matches(/^[^\u0000-\u001f\u007f]*$/)
  model: string;

  @IsOptional()
  @IsBoolean()
  stream?: boolean | null;

  @IsOptional()
  @IsObject()
  stream_options?: { include_usage?: unknown } | null;

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
}

/** The members that are parsed for this validation. */
export const GENERATION_MEMBERS = [
  'model',
  'stream',
  'stream_options',
  'temperature',
  'top_p',
  'presence_penalty',
  'frequency_penalty',
  'n',
  'stop',
  'seed',
] as const;

export const MAX_COUNT = 2 ** 31 - 1;

function IsStopSequences(options?: ValidationOptions): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isStopSequences',
      validator: {
        validate: (value) =>
          typeof value === 'string' ||
          (Array.isArray(value) &&
            value.length <= MAX_STOP_SEQUENCES &&
            value.every((item) => typeof item === 'string')),
        defaultMessage: () => `must be a string or an array of at most ${MAX_STOP_SEQUENCES} strings`,
      },
    },
    options,
  );
}
