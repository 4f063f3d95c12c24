import {
  type Schema,
  anyObject,
  constant,
  integer,
  list,
  nullable,
  number,
  object,
  refer,
  text,
} from './schema.js';

const rate = (description: string): Schema => number(`US dollars for a million ${description}.`);

export const MODELS: Readonly<Record<string, Schema>> = {
  Model: object(
    {
      id: text('The name to ask for it by.'),
      object: constant('model'),
      created: integer('When it was set up here, in seconds since 1970.'),
      owned_by: text('The service behind it.'),
    },
    {
      capabilities: list(
        text('Such as `chat`, `embeddings`, `images` or `video`.'),
        'What it can be asked for.',
      ),
      name: text('What its maker calls it.'),
      context_length: integer('The most tokens of a request and its answer together.'),
      price: object(
        {},
        {
          input_per_m_tok: rate('tokens of requests'),
          cached_input_per_m_tok: rate('tokens read from a cache'),
          output_per_m_tok: rate('tokens of answers'),
          per_image: number('US dollars for an image, where all sizes cost the same.'),
          per_second_video: number('US dollars for a second of video, where all sizes cost the same.'),
          per_minute_audio: number('US dollars for a minute of audio.'),
          per_m_char: rate('characters'),
          per_search: number('US dollars for a search.'),
          per_request: number('US dollars for a request.'),
        },
      ),
      pricing: anyObject('The same for one token, as text.'),
      architecture: object(
        {},
        {
          modality: text('Such as `text+image->text`.'),
          input_modalities: list(text('Such as `text` or `image`.'), 'What goes in.'),
          output_modalities: list(text('Such as `text`.'), 'What comes out.'),
        },
      ),
      top_provider: object(
        {},
        {
          context_length: nullable(integer('The most tokens together.')),
          max_completion_tokens: nullable(integer('The most tokens of an answer.')),
        },
      ),
      supported_parameters: list(text('A parameter.'), 'What it is known to take.'),
      unsupported_parameters: list(text('A parameter.'), 'What it is known to refuse.'),
      reasoning_efforts: list(text('A word.'), 'How much it can be told to think.'),
    },
    'Clients that send the `anthropic-version` header get models in Anthropic’s form.',
  ),
  ModelList: object({
    object: constant('list'),
    data: list(refer('Model'), 'The models that the token may use.'),
  }),
};
