import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsInt,
  IsDefined,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  Min,
} from 'class-validator';
import { CheckedMembers, readAll, readLength, readWhole } from '../validation/checked-members.js';

const MAX_COUNT = 2 ** 31 - 1;

/**
 * The members that are validated before a request is forwarded. All others, known or not, are forwarded unchanged;
 * the input is not parsed. `null` counts as absent.
 */
export class ResponsesRequestDto {
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
  stream_options?: object | null;

  @IsOptional()
  @IsBoolean()
  store?: boolean | null;

  @IsOptional()
  @IsBoolean()
  background?: boolean | null;

  @IsOptional()
  @IsString()
  previous_response_id?: string | null;

  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_COUNT)
  max_output_tokens?: number | null;

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

/** In the order of the class. */
export const RESPONSES_MEMBERS = new CheckedMembers(ResponsesRequestDto, {
  ...readAll(
    [
      'model',
      'stream',
      'stream_options',
      'store',
      'background',
      'previous_response_id',
      'max_output_tokens',
      'temperature',
      'top_p',
      'top_logprobs',
      'parallel_tool_calls',
    ],
    readWhole,
  ),
  tools: readLength,
});
