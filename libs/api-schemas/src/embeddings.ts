import { MODEL } from './common.js';
import {
  type Schema,
  boundedText,
  constant,
  anyOf,
  integer,
  list,
  object,
  text,
  enumeration,
} from './schema.js';

const MAX_TOKEN = 2 ** 31 - 1;
const MAX_INPUTS = 2048;

const tokens = list(
  { type: 'integer', minimum: 0, maximum: MAX_TOKEN },
  'The tokens of a single text, for models that accept tokens.',
  { min: 1 },
);

export const EMBEDDINGS: Readonly<Record<string, Schema>> = {
  EmbeddingsRequest: object(
    {
      model: MODEL,
      input: anyOf(
        [
          boundedText('A single string.', { min: 1 }),
          list(boundedText('A string.', { min: 1 }), 'Several strings.', { min: 1, max: MAX_INPUTS }),
          tokens,
          list(tokens, 'The tokens of several texts.', { min: 1, max: MAX_INPUTS }),
        ],
        'The input to embed.',
      ),
    },
    {
      dimensions: integer('The number of dimensions, for models that support it.', {
        min: 1,
        max: 65_536,
      }),
      encoding_format: enumeration('Numbers, or base64-encoded 32-bit floats.', ['float', 'base64']),
      user: text('A stable identifier of your end user.'),
    },
  ),
  EmbeddingsResponse: object({
    object: constant('list'),
    data: list(
      object({
        object: constant('embedding'),
        index: integer('The index of the input.'),
        embedding: anyOf([list({ type: 'number' }, 'The vector.'), text('The vector in base64.')]),
      }),
      'One embedding per input.',
    ),
    model: text('The model.'),
    usage: object({
      prompt_tokens: integer('Tokens of the input.'),
      total_tokens: integer('The same as `prompt_tokens`.'),
    }),
  }),
};
