import { CREATED, GENERATION, MAX_COUNT, MODEL, USAGE } from './common.js';
import {
  type Schema,
  anyObject,
  constant,
  either,
  integer,
  list,
  nullable,
  object,
  text,
  truth,
  word,
} from './schema.js';

const tokens = list({ type: 'integer' }, 'Tokens of one text, for models that read them.');

const request = object(
  {
    model: MODEL,
    prompt: either(
      [
        text('One text.'),
        list(text('A text.'), 'Several texts.', { min: 1 }),
        { ...tokens, minItems: 1 },
        list(tokens, 'Tokens of several texts.', { min: 1 }),
      ],
      'What to continue. Models for conversations take one text.',
    ),
  },
  {
    ...GENERATION,
    max_tokens: integer('The most tokens that the answer may have.', { min: 0, max: MAX_COUNT }),
    best_of: integer('How many answers to make and choose the best from.', { min: 0, max: 20 }),
    logprobs: integer('How many alternatives to tell for each token.', { min: 0 }),
    echo: truth('Whether the answer begins with the prompt.'),
    suffix: text('What comes after the text that is made.'),
  },
);

const choice = object(
  {
    index: integer('Which answer it is.'),
    text: text('The text.'),
    finish_reason: nullable(word('Why it ended.', ['stop', 'length', 'content_filter'])),
  },
  { logprobs: nullable(anyObject('How likely each token was.')) },
);

const completion = object(
  {
    id: text('The id of the answer.'),
    object: constant('text_completion'),
    created: CREATED,
    model: text('The model that answered.'),
    choices: list(choice, 'The answers. In a stream, what is new of each.'),
  },
  { usage: nullable(USAGE) },
);

export const COMPLETIONS: Readonly<Record<string, Schema>> = {
  CompletionRequest: request,
  Completion: completion,
};
