import {
  type Schema,
  boundedText,
  anyOf,
  integer,
  list,
  map,
  number,
  object,
  text,
  boolean,
  enumeration,
} from './schema.js';

export const MAX_COUNT = 2 ** 31 - 1;

export const MODEL = boundedText('The name of the model, as `GET /v1/models` lists it.', {
  min: 1,
  max: 256,
});

export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];

export const METADATA = map(text('A string.'), 'Custom key-value pairs, forwarded to the provider.');

export const STREAM = boolean('Whether to stream the response as server-sent events.');

export const TEMPERATURE = number(
  'The sampling temperature. Higher values make the output more random. Some reasoning models do not support it.',
  {
    min: 0,
    max: 2,
  },
);

export const TOP_P = number(
  'Nucleus sampling: sample only from the most likely tokens with this total probability.',
  {
    min: 0,
    max: 1,
  },
);

/** The members that all text generation endpoints in OpenAI's style have, with the same bounds. */
export const GENERATION: Readonly<Record<string, Schema>> = {
  stream: STREAM,
  stream_options: object(
    {},
    { include_usage: boolean('Whether the last event contains the token usage.') },
    'Requires `stream: true`.',
  ),
  temperature: TEMPERATURE,
  top_p: TOP_P,
  presence_penalty: number(
    'Positive values penalize tokens that already occurred, which favors new topics.',
    { min: -2, max: 2 },
  ),
  frequency_penalty: number(
    'Positive values penalize tokens by how often they occurred, which reduces repetition.',
    { min: -2, max: 2 },
  ),
  n: integer('The number of choices to generate. Each is charged.', { min: 1, max: 128 }),
  stop: anyOf(
    [text('A single string.'), list(text('A string.'), 'Several strings.', { max: 16 })],
    'Sequences that end the output. They are not part of the output.',
  ),
  seed: integer('Seed for best-effort deterministic output.'),
  user: text('A stable identifier of your end user.'),
};

export const USAGE = object(
  {
    prompt_tokens: integer('Input tokens.'),
    completion_tokens: integer('Output tokens, including reasoning.'),
    total_tokens: integer('Total tokens.'),
  },
  {
    prompt_tokens_details: object(
      {},
      {
        cached_tokens: integer('Tokens read from the cache.'),
        cache_write_tokens: integer('Tokens written to the cache.'),
        audio_tokens: integer('Audio tokens.'),
      },
    ),
    completion_tokens_details: object({}, { reasoning_tokens: integer('Reasoning tokens.') }),
  },
  'The usage of the request.',
);

export const SERVICE_TIER = text(
  'The service tier: `auto`, `default`, `flex` or `priority`, if the provider supports it.',
);

export const VERBOSITY = enumeration('The verbosity of the output.', ['low', 'medium', 'high']);

export const CREATED = integer('Creation time as a Unix timestamp in seconds.');
