import { CREATED, GENERATION, MAX_COUNT, MODEL, USAGE } from './common.js';
import {
  type Schema,
  anyObject,
  constant,
  anyOf,
  integer,
  list,
  nullable,
  object,
  text,
  boolean,
  enumeration,
} from './schema.js';

const tokens = list({ type: 'integer' }, 'The tokens of a single text, for models that accept tokens.');

const request = object(
  {
    model: MODEL,
    prompt: anyOf(
      [
        text('A single string.'),
        list(text('A string.'), 'Several strings.', { min: 1 }),
        { ...tokens, minItems: 1 },
        list(tokens, 'The tokens of several texts.', { min: 1 }),
      ],
      'The prompt to complete. Chat models accept a single string.',
    ),
  },
  {
    ...GENERATION,
    max_tokens: integer('The maximum number of output tokens.', { min: 0, max: MAX_COUNT }),
    best_of: integer('The number of candidates to generate; the best one is returned.', { min: 0, max: 20 }),
    logprobs: integer('The number of most likely tokens to return per position.', { min: 0 }),
    echo: boolean('Whether to include the prompt in the output.'),
    suffix: text('The text after the completion.'),
  },
);

const choice = object(
  {
    index: integer('The index of the choice.'),
    text: text('The text.'),
    finish_reason: nullable(enumeration('Why the generation stopped.', ['stop', 'length', 'content_filter'])),
  },
  { logprobs: nullable(anyObject('Log probabilities of the tokens.')) },
);

const completion = object(
  {
    id: text('The id of the response.'),
    object: constant('text_completion'),
    created: CREATED,
    model: text('The model that generated the response.'),
    choices: list(choice, 'The choices. In a stream, their deltas.'),
  },
  { usage: nullable(USAGE) },
);

export const COMPLETIONS: Readonly<Record<string, Schema>> = {
  CompletionRequest: request,
  Completion: completion,
};
