import { MODEL } from './common.js';
import {
  type Schema,
  anyObject,
  boundedText,
  constant,
  anyOf,
  integer,
  list,
  nullable,
  number,
  object,
  refer,
  text,
  boolean,
  enumeration,
} from './schema.js';

const MAX_PROMPT_LENGTH = 10_000;
const MAX_SECONDS = 600;
const SIDES = { min: 16, max: 8_192 };

const PROMPT = boundedText('The description of the video.', { min: 1, max: MAX_PROMPT_LENGTH });
const IMAGE = 'A URL, a data URL, or base64 of a PNG, JPEG, WebP or GIF of at most 20 MB.';

const seconds = (description: string): Schema => ({
  type: 'number',
  exclusiveMinimum: 0,
  maximum: MAX_SECONDS,
  description,
});

/** The parameters that `/v1/video/generations` and `/v1/videos` have in common. */
const FIELDS: Readonly<Record<string, Schema>> = {
  image: text(`The first frame. ${IMAGE} In form data: the file.`),
  images: list(
    text(IMAGE),
    'One or two images: the first and the last frame. Three or more: reference images.',
    { max: 8 },
  ),
  last_frame: text('The last frame. Requires exactly one image as the first frame.'),
  input_reference: anyOf(
    [
      text('A URL or a data URL.'),
      object(
        {},
        {
          image_url: text('A URL or a data URL.'),
          file_id: text('Not supported: the gateway has no file storage.'),
        },
      ),
    ],
    'The first frame, in the OpenAI format. In form data: the file.',
  ),
  negative_prompt: boundedText('What the video should not show.', { max: MAX_PROMPT_LENGTH }),
  duration: seconds('The duration in seconds.'),
  seconds: anyOf(
    [seconds('A number.'), { type: 'string', pattern: String.raw`^\d+(\.\d+)?$` }],
    'The OpenAI name of `duration`.',
  ),
  size: {
    type: 'string',
    pattern: String.raw`^\d{2,4}x\d{2,4}$`,
    description: 'Width and height in pixels, such as `1280x720`.',
  },
  width: integer('The width in pixels. Requires `height`.', SIDES),
  height: integer('The height in pixels. Requires `width`.', SIDES),
  aspect_ratio: {
    type: 'string',
    pattern: String.raw`^[1-9]\d?:[1-9]\d?$`,
    description: 'The aspect ratio, such as `16:9`.',
  },
  fps: integer('Frames per second.', { min: 1, max: 120 }),
  seed: integer('Seed for best-effort deterministic output.', { min: 0, max: 2 ** 32 - 1 }),
  n: { type: 'integer', const: 1, description: 'Must be 1. Send one request per video.' },
  mode: boundedText('A quality mode such as `std` or `pro`, for providers that support it.', { max: 256 }),
  user: boundedText('A stable identifier of your end user.', { max: 256 }),
  response_format: enumeration('Always a URL.', ['url']),
  metadata: anyObject('Provider-specific parameters, at most 16 KB.'),
  webhook_url: {
    type: 'string',
    pattern: '^[hH][tT][tT][pP][sS]?://',
    maxLength: 2_048,
    description: 'The URL to notify when the task has finished.',
  },
};

const STATUS = enumeration('The status.', ['queued', 'in_progress', 'completed', 'failed']);
const PROGRESS = integer('The progress in percent.');
const CREATED = integer('Creation time as a Unix timestamp in seconds.');

const task = object(
  {
    task_id: text('The id of the task.'),
    status: STATUS,
    model: text('The model.'),
    created_at: CREATED,
    updated_at: integer('Time of the last update as a Unix timestamp in seconds.'),
    progress: PROGRESS,
  },
  {
    url: text('A signed URL of the video, when the task is completed.'),
    format: text('The file format, such as `mp4`.'),
    metadata: object(
      {},
      {
        duration: number('The duration in seconds.'),
        fps: number('Frames per second.'),
        width: integer('The width in pixels.'),
        height: integer('The height in pixels.'),
        seed: integer('The seed.'),
      },
      'The properties of the video; the requested ones until it is completed.',
    ),
    error: object(
      { code: integer('The error code, like an HTTP status.'), message: text('The error message.') },
      {},
      'The error, if the task failed.',
    ),
  },
);

const video = object(
  {
    id: text('The id of the video.'),
    object: constant('video'),
    task_id: text('The same as `id`.'),
    model: text('The model.'),
    status: STATUS,
    progress: PROGRESS,
    created_at: CREATED,
  },
  {
    completed_at: nullable(integer('Completion time as a Unix timestamp in seconds.')),
    expires_at: nullable(integer('Expiry time of the URL as a Unix timestamp in seconds.')),
    prompt: text('The prompt.'),
    seconds: nullable(text('The duration in seconds.')),
    size: nullable(text('The size as `WIDTHxHEIGHT`.')),
    remixed_from_video_id: nullable(text('The id of the original video, if this is a remix.')),
    error: nullable(object({ code: text('The error code.'), message: text('The error message.') })),
    metadata: object({}, { url: text('A signed URL of the video.') }),
  },
);

const buildListSchema = (item: string): Schema =>
  object({
    object: constant('list'),
    data: list(refer(item), 'The items, newest first by default.'),
    first_id: nullable(text('The id of the first item.')),
    last_id: nullable(text('The id of the last item.')),
    has_more: boolean('Whether more items are available.'),
  });

export const VIDEOS: Readonly<Record<string, Schema>> = {
  VideoGenerationRequest: object(
    { model: MODEL },
    {
      prompt: { ...PROMPT, description: 'The description of the video. Required if there is no image.' },
      ...FIELDS,
    },
  ),
  CreatedVideoTask: object({
    id: text('The id of the task.'),
    task_id: text('The same as `id`.'),
    object: constant('video'),
    model: text('The model.'),
    status: STATUS,
    progress: PROGRESS,
    created_at: CREATED,
  }),
  VideoTask: task,
  VideoTaskList: buildListSchema('VideoTask'),
  VideosRequest: object({ model: MODEL, prompt: PROMPT }, FIELDS),
  VideoRemixRequest: object(
    { prompt: PROMPT },
    { webhook_url: text('The URL to notify when the task has finished.') },
    'All other settings are taken from the original video.',
  ),
  Video: video,
  VideoList: buildListSchema('Video'),
  DeletedVideo: object({ id: text('The id.'), object: constant('video.deleted'), deleted: boolean('True.') }),
};
