import { MODEL } from './common.js';
import {
  type Schema,
  boundedText,
  either,
  file,
  integer,
  list,
  object,
  text,
  truth,
  word,
} from './schema.js';

const PROMPT = boundedText('What to draw, or to change.', { min: 1, max: 32_000 });

/** What new and changed images are both asked for with. */
const FIELDS: Readonly<Record<string, Schema>> = {
  n: integer('How many images to make. Each is paid for. 1 where the answer is streamed.', {
    min: 1,
    max: 10,
  }),
  size: text('`auto`, or width and height in pixels, such as `1024x1024`.'),
  quality: text('Such as `low`, `medium`, `high` or `auto`.'),
  background: text('`transparent`, `opaque` or `auto`.'),
  output_format: text('`png`, `jpeg` or `webp`.'),
  output_compression: integer('How much quality to keep, in percent.', { min: 0, max: 100 }),
  moderation: text('How strictly the model service judges the prompt: `low` or `auto`.'),
  style: text('`vivid` or `natural`, for models that have it.'),
  user: text('Your own name for the person who asks.'),
  response_format: word('A signed link, or base64. Base64 where it is left out.', ['url', 'b64_json']),
  stream: truth('Whether the image comes as server-sent events.'),
  partial_images: integer('How many unfinished images to show on the way.', { min: 0, max: 3 }),
};

const reference = object(
  {},
  {
    image_url: text('An http or https link, or a data URL with base64.'),
    file_id: text('Not supported: no files are kept here.'),
  },
);

const FIDELITY = { input_fidelity: text('How close to stay to the images: `low` or `high`.') };

const usage = object(
  {
    input_tokens: integer('Tokens of prompt and images.'),
    output_tokens: integer('Tokens of the images made.'),
    total_tokens: integer('Both together.'),
  },
  {
    input_tokens_details: object(
      {},
      { text_tokens: integer('Of the prompt.'), image_tokens: integer('Of images.') },
    ),
  },
);

export const IMAGES: Readonly<Record<string, Schema>> = {
  ImagesRequest: object({ model: MODEL, prompt: PROMPT }, FIELDS),
  ImageEditsForm: object(
    {
      model: MODEL,
      prompt: PROMPT,
      image: either(
        [file('One image.'), list(file('An image.'), 'Several, as `image[]`.', { min: 1, max: 16 })],
        'The images to change: PNG, JPEG or WebP.',
      ),
    },
    { mask: file('A PNG whose transparent places are to be changed.'), ...FIDELITY, ...FIELDS },
  ),
  ImageEditsRequest: object(
    { model: MODEL, prompt: PROMPT, images: list(reference, 'The images to change.', { min: 1, max: 16 }) },
    { mask: reference, ...FIDELITY, ...FIELDS },
  ),
  ImagesResponse: object(
    {
      created: integer('When they were made, in seconds since 1970.'),
      data: list(
        object(
          {},
          {
            b64_json: text('The image in base64.'),
            url: text('A signed link to the image, where that was asked for.'),
            revised_prompt: text('What the model made of the prompt.'),
          },
        ),
        'The images.',
      ),
    },
    {
      background: text('What background they have.'),
      output_format: text('Their format.'),
      quality: text('Their quality.'),
      size: text('Their size.'),
      usage,
    },
  ),
  ImagesEvent: object(
    {
      type: text(
        '`image_generation.partial_image`, `image_generation.completed`, or the same with `image_edit`.',
      ),
    },
    {
      b64_json: text('The image in base64.'),
      partial_image_index: integer('Which unfinished image it is.'),
      created_at: integer('When it was made, in seconds since 1970.'),
      usage,
    },
    'The data of one event.',
  ),
};
