import { type ImageRequest } from '#canonical';
import { wrongValue } from '../validation/faults.js';
import { type RequestFields } from '../validation/request-fields.js';
import { checkSize } from './image-size.js';

const MAX_PROMPT_LENGTH = 32_000;
const MAX_IMAGES = 10;
const MAX_PARTIAL_IMAGES = 3;

export const TRANSLATED_FIELDS = [
  'model',
  'prompt',
  'n',
  'size',
  'quality',
  'background',
  'output_format',
  'output_compression',
  'moderation',
  'style',
  'user',
  'response_format',
  'stream',
  'partial_images',
] as const;

export const FIELD_NAMES = {
  count: 'n',
  outputFormat: 'output_format',
  outputCompression: 'output_compression',
  delivery: 'response_format',
  isStreamed: 'stream',
  partialImages: 'partial_images',
  inputFidelity: 'input_fidelity',
} as const;

/** The parameters that image generation and image edits have in common. */
export function decodeImageFields(fields: RequestFields): ImageRequest {
  const size = fields.string('size');
  checkSize(size);
  const isStreamed = fields.boolean('stream') ?? false;
  const count = fields.integer('n', { min: 1, max: MAX_IMAGES });
  if (isStreamed && count !== undefined && count > 1)
    throw wrongValue('n', 'must be 1 when "stream" is true');
  const responseFormat = fields.oneOf('response_format', ['url', 'b64_json']);
  if (isStreamed && responseFormat === 'url')
    throw wrongValue('response_format', 'must be b64_json when "stream" is true');
  return {
    model: fields.nonEmptyString('model'),
    prompt: decodePrompt(fields),
    count,
    size,
    quality: fields.string('quality'),
    background: fields.string('background'),
    outputFormat: fields.string('output_format'),
    outputCompression: fields.integer('output_compression', { min: 0, max: 100 }),
    moderation: fields.string('moderation'),
    style: fields.string('style'),
    user: fields.string('user'),
    delivery: responseFormat === 'url' ? 'url' : 'bytes',
    isStreamed,
    partialImages: fields.integer('partial_images', { min: 0, max: MAX_PARTIAL_IMAGES }),
  };
}

function decodePrompt(fields: RequestFields): string {
  const prompt = fields.nonEmptyString('prompt');
  if (prompt.length > MAX_PROMPT_LENGTH)
    throw wrongValue('prompt', `must have at most ${MAX_PROMPT_LENGTH} characters`);
  return prompt;
}
