import { Equals, IsDefined, IsIn, IsOptional, IsString, Length, Matches } from 'class-validator';

type JsonKind = 'object' | 'array' | 'string' | 'null' | 'other';

const AN_ARRAY = { message: 'must be an array' };
const AN_OBJECT = { message: 'must be an object' };

/**
 * The members of a request that are looked at before it is sent on: the model, which stands in the address, and of
 * what kind the others are. What is in them travels as it came.
 */
export class GeminiRequestDto {
  @IsDefined()
  @IsString()
  @Length(1, 256)
  // oxlint-disable-next-line no-control-regex -- a model name goes into headers and log lines
  @Matches(/^[^\u0000-\u001f\u007f]*$/)
  model: string;

  @IsDefined()
  @Equals('array', AN_ARRAY)
  contents: JsonKind;

  @IsOptional()
  @IsIn(['object', 'string'], { message: 'must be a content or a string' })
  systemInstruction?: JsonKind;

  @IsOptional()
  @Equals('object', AN_OBJECT)
  generationConfig?: JsonKind;

  @IsOptional()
  @Equals('array', AN_ARRAY)
  tools?: JsonKind;

  @IsOptional()
  @Equals('object', AN_OBJECT)
  toolConfig?: JsonKind;

  @IsOptional()
  @Equals('array', AN_ARRAY)
  safetySettings?: JsonKind;

  @IsOptional()
  @Equals('string', { message: 'must be a string' })
  cachedContent?: JsonKind;
}

/** The members by their kinds; the model is no member of the body. */
export const CHECKED_MEMBERS = [
  'contents',
  'systemInstruction',
  'generationConfig',
  'tools',
  'toolConfig',
  'safetySettings',
  'cachedContent',
] as const;
