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

const rate = (description: string): Schema => number(`US dollars per million ${description}.`);

export const MODELS: Readonly<Record<string, Schema>> = {
  Model: object(
    {
      id: text('The id to use as `model` in requests.'),
      object: constant('model'),
      created: integer('When the model was added to the gateway, as a Unix timestamp in seconds.'),
      owned_by: text('The provider.'),
    },
    {
      capabilities: list(
        text('A capability, such as `chat`, `embeddings`, `images` or `video`.'),
        'The capabilities of the model.',
      ),
      name: text('The display name.'),
      context_length: integer('The context window: the maximum number of input and output tokens.'),
      price: object(
        {},
        {
          input_per_m_tok: rate('input tokens'),
          cached_input_per_m_tok: rate('cached input tokens'),
          output_per_m_tok: rate('output tokens'),
          per_image: number('US dollars per image, if all sizes cost the same.'),
          per_second_video: number('US dollars per second of video, if all sizes cost the same.'),
          per_minute_audio: number('US dollars per minute of audio.'),
          per_m_char: rate('characters'),
          per_search: number('US dollars per search.'),
          per_request: number('US dollars per request.'),
        },
      ),
      pricing: anyObject('The prices per single token, as strings.'),
      architecture: object(
        {},
        {
          modality: text('Such as `text+image->text`.'),
          input_modalities: list(text('Such as `text` or `image`.'), 'Input modalities.'),
          output_modalities: list(text('Such as `text`.'), 'Output modalities.'),
        },
      ),
      top_provider: object(
        {},
        {
          context_length: nullable(integer('The context window in tokens.')),
          max_completion_tokens: nullable(integer('The maximum number of output tokens.')),
        },
      ),
      supported_parameters: list(text('A parameter.'), 'Parameters that the model is known to support.'),
      unsupported_parameters: list(text('A parameter.'), 'Parameters that the model is known to reject.'),
      reasoning_efforts: list(text('An effort.'), 'The supported reasoning efforts.'),
    },
    'Clients that send the `anthropic-version` header receive models in the Anthropic format.',
  ),
  ModelList: object({
    object: constant('list'),
    data: list(refer('Model'), 'The models that the token can use.'),
  }),
};
