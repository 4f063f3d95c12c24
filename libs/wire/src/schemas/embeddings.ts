import { MODEL } from './common.js';
import { type Schema, boundedText, constant, either, integer, list, object, text, word } from './schema.js';

const MAX_TOKEN = 2 ** 31 - 1;
const MAX_INPUTS = 2048;

const tokens = list(
  { type: 'integer', minimum: 0, maximum: MAX_TOKEN },
  'Tokens of one text, for models that read them.',
  { min: 1 },
);

export const EMBEDDINGS: Readonly<Record<string, Schema>> = {
  EmbeddingsRequest: object(
    {
      model: MODEL,
      input: either(
        [
          boundedText('One text.', { min: 1 }),
          list(boundedText('A text.', { min: 1 }), 'Several texts.', { min: 1, max: MAX_INPUTS }),
          tokens,
          list(tokens, 'Tokens of several texts.', { min: 1, max: MAX_INPUTS }),
        ],
        'What to turn into vectors.',
      ),
    },
    {
      dimensions: integer('How many numbers a vector has, for models that let you choose.', {
        min: 1,
        max: 65_536,
      }),
      encoding_format: word('Numbers, or base64 of 32-bit floats.', ['float', 'base64']),
      user: text('Your own name for the person who asks.'),
    },
  ),
  EmbeddingsResponse: object({
    object: constant('list'),
    data: list(
      object({
        object: constant('embedding'),
        index: integer('Which input it belongs to.'),
        embedding: either([list({ type: 'number' }, 'The vector.'), text('The vector in base64.')]),
      }),
      'One for each input.',
    ),
    model: text('The model.'),
    usage: object({ prompt_tokens: integer('Tokens of the texts.'), total_tokens: integer('The same.') }),
  }),
};
