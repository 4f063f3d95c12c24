import {
  type Schema,
  boundedText,
  either,
  integer,
  list,
  map,
  number,
  object,
  text,
  truth,
  word,
} from './schema.js';

export const MAX_COUNT = 2 ** 31 - 1;

export const MODEL = boundedText('The name of the model, as `GET /v1/models` lists it.', {
  min: 1,
  max: 256,
});

export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];

export const METADATA = map(
  text('Any text.'),
  'Names and texts of your own, for the records of the model service.',
);

export const STREAM = truth('Whether the answer comes as server-sent events while it is made.');

export const TEMPERATURE = number(
  'How much chance there is in the choice of words. Some reasoning models refuse it.',
  {
    min: 0,
    max: 2,
  },
);

export const TOP_P = number('Only the likeliest words that together reach this share are considered.', {
  min: 0,
  max: 1,
});

/** The members that every endpoint in OpenAI's style which generates text has, with the same bounds. */
export const GENERATION: Readonly<Record<string, Schema>> = {
  stream: STREAM,
  stream_options: object(
    {},
    { include_usage: truth('Whether the last event says how many tokens were used.') },
    'Only together with `stream: true`.',
  ),
  temperature: TEMPERATURE,
  top_p: TOP_P,
  presence_penalty: number('Above 0: rather new subjects than those already mentioned.', { min: -2, max: 2 }),
  frequency_penalty: number('Above 0: fewer repetitions of the same words.', { min: -2, max: 2 }),
  n: integer('How many answers to make. Each is paid for.', { min: 1, max: 128 }),
  stop: either(
    [text('One text.'), list(text('A text.'), 'Several texts.', { max: 16 })],
    'Where the answer ends. The text itself is not part of the answer.',
  ),
  seed: integer('The same seed and the same request give the same answer, as far as the model can.'),
  user: text('Your own name for the person who asks.'),
};

export const USAGE = object(
  {
    prompt_tokens: integer('Tokens of the request.'),
    completion_tokens: integer('Tokens of the answer, reasoning included.'),
    total_tokens: integer('Both together.'),
  },
  {
    prompt_tokens_details: object(
      {},
      {
        cached_tokens: integer('Those that were read from a cache.'),
        cache_write_tokens: integer('Those that were written into a cache.'),
        audio_tokens: integer('Those of audio.'),
      },
    ),
    completion_tokens_details: object({}, { reasoning_tokens: integer('Those of reasoning.') }),
  },
  'What was used.',
);

export const SERVICE_TIER = text(
  'The class of service: `auto`, `default`, `flex` or `priority`, where the service has it.',
);

export const VERBOSITY = word('How long the answer should be.', ['low', 'medium', 'high']);

export const CREATED = integer('When it was made, in seconds since 1970.');
