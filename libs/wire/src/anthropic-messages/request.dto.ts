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
} from 'class-validator';
import { IsJsonKind, type JsonKind } from './json-kind.js';

const MAX_COUNT = 2 ** 31 - 1;

/**
 * The members of a request that are looked at before it is sent on, but for the conversation. All others, known
 * or not, travel as they came. `null` counts as absent.
 */
export class MessagesRequestDto {
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

/** Short members, which are parsed for the check. */
export const PARSED_MEMBERS = [
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
export const OUTLINED_MEMBERS = ['system', 'tools'] as const;
