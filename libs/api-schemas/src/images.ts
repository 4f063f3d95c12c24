import { MODEL } from './common.js';
import {
  type Schema,
  boundedText,
  anyOf,
  file,
  integer,
  list,
  object,
  text,
  boolean,
  enumeration,
} from './schema.js';

const PROMPT = boundedText('The description of the image or of the change.', { min: 1, max: 32_000 });

/** The parameters that image generation and image edits have in common. */
const FIELDS: Readonly<Record<string, Schema>> = {
  n: integer('The number of images to generate. Each is charged. Must be 1 when `stream` is true.', {
    min: 1,
    max: 10,
  }),
  size: text('`auto`, or width and height in pixels, such as `1024x1024`.'),
  quality: text('Such as `low`, `medium`, `high` or `auto`.'),
  background: text('`transparent`, `opaque` or `auto`.'),
  output_format: text('`png`, `jpeg` or `webp`.'),
  output_compression: integer('The compression level in percent.', { min: 0, max: 100 }),
  moderation: text('The moderation level of the provider: `low` or `auto`.'),
  style: text('`vivid` or `natural`, for models that support it.'),
  user: text('A stable identifier of your end user.'),
  response_format: enumeration('A signed URL or base64. Default: base64.', ['url', 'b64_json']),
  stream: boolean('Whether to stream the image as server-sent events.'),
  partial_images: integer('The number of partial images to stream.', { min: 0, max: 3 }),
};

const reference = object(
  {},
  {
    image_url: text('An http or https URL, or a base64 data URL.'),
    file_id: text('Not supported: the gateway has no file storage.'),
  },
);

const FIDELITY = { input_fidelity: text('How closely to match the input images: `low` or `high`.') };

const usage = object(
  {
    input_tokens: integer('Tokens of the prompt and the input images.'),
    output_tokens: integer('Tokens of the generated images.'),
    total_tokens: integer('Total tokens.'),
  },
  {
    input_tokens_details: object(
      {},
      { text_tokens: integer('Tokens of the prompt.'), image_tokens: integer('Tokens of the input images.') },
    ),
  },
);

export const IMAGES: Readonly<Record<string, Schema>> = {
  ImagesRequest: object({ model: MODEL, prompt: PROMPT }, FIELDS),
  ImageEditsForm: object(
    {
      model: MODEL,
      prompt: PROMPT,
      image: anyOf(
        [file('One image.'), list(file('An image.'), 'Several images, as `image[]`.', { min: 1, max: 16 })],
        'The images to edit: PNG, JPEG or WebP.',
      ),
    },
    { mask: file('A PNG whose transparent areas mark what to edit.'), ...FIDELITY, ...FIELDS },
  ),
  ImageEditsRequest: object(
    { model: MODEL, prompt: PROMPT, images: list(reference, 'The images to edit.', { min: 1, max: 16 }) },
    { mask: reference, ...FIDELITY, ...FIELDS },
  ),
  ImagesResponse: object(
    {
      created: integer('Creation time as a Unix timestamp in seconds.'),
      data: list(
        object(
          {},
          {
            b64_json: text('The image in base64.'),
            url: text('A signed URL of the image, if requested.'),
            revised_prompt: text('The prompt as revised by the model.'),
          },
        ),
        'The images.',
      ),
    },
    {
      background: text('The background.'),
      output_format: text('The image format.'),
      quality: text('The image quality.'),
      size: text('The image size.'),
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
      partial_image_index: integer('The index of the partial image.'),
      created_at: integer('Creation time as a Unix timestamp in seconds.'),
      usage,
    },
    'The data of a server-sent event.',
  ),
};
