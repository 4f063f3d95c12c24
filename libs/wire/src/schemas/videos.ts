import { MODEL } from './common.js';
import {
  type Schema,
  anyObject,
  boundedText,
  constant,
  either,
  integer,
  list,
  nullable,
  number,
  object,
  refer,
  text,
  truth,
  word,
} from './schema.js';

const MAX_PROMPT_LENGTH = 10_000;
const MAX_SECONDS = 600;
const SIDES = { min: 16, max: 8_192 };

const PROMPT = boundedText('What the video shows.', { min: 1, max: MAX_PROMPT_LENGTH });
const IMAGE = 'A link, a data URL, or base64 of a PNG, JPEG, WebP or GIF of at most 20 MB.';

const seconds = (description: string): Schema => ({
  type: 'number',
  exclusiveMinimum: 0,
  maximum: MAX_SECONDS,
  description,
});

/** What `/v1/video/generations` and `/v1/videos` both take. */
const FIELDS: Readonly<Record<string, Schema>> = {
  image: text(`The first frame. ${IMAGE} In a form: the file.`),
  images: list(
    text(IMAGE),
    'The first and the last frame, or, from three on, what the video is to look like.',
    { max: 8 },
  ),
  last_frame: text('What the video ends with, beside one image that it begins with.'),
  input_reference: either(
    [
      text('A link or a data URL.'),
      object(
        {},
        { image_url: text('A link or a data URL.'), file_id: text('Not supported: no files are kept here.') },
      ),
    ],
    'The first frame, as OpenAI’s clients send it. In a form: the file.',
  ),
  negative_prompt: boundedText('What the video must not show.', { max: MAX_PROMPT_LENGTH }),
  duration: seconds('How long the video is.'),
  seconds: either(
    [seconds('A number.'), { type: 'string', pattern: String.raw`^\d+(\.\d+)?$` }],
    'The same as `duration`, as OpenAI calls it.',
  ),
  size: {
    type: 'string',
    pattern: String.raw`^\d{2,4}x\d{2,4}$`,
    description: 'Width and height in pixels, such as `1280x720`.',
  },
  width: integer('In pixels, together with `height`.', SIDES),
  height: integer('In pixels, together with `width`.', SIDES),
  aspect_ratio: {
    type: 'string',
    pattern: String.raw`^[1-9]\d?:[1-9]\d?$`,
    description: 'Such as `16:9`.',
  },
  fps: integer('Frames in a second.', { min: 1, max: 120 }),
  seed: integer('The same seed gives the same video, as far as the model can.', { min: 0, max: 2 ** 32 - 1 }),
  n: { type: 'integer', const: 1, description: 'Always 1: send one request for each video.' },
  mode: boundedText('A quality such as `std` or `pro`, for services that have it.', { max: 256 }),
  user: boundedText('Your own name for the person who asks.', { max: 256 }),
  response_format: word('Always a link.', ['url']),
  metadata: anyObject('What only one service understands, at most 16 KB.'),
  webhook_url: {
    type: 'string',
    pattern: '^[hH][tT][tT][pP][sS]?://',
    maxLength: 2_048,
    description: 'Who is told when the video is done.',
  },
};

const STATUS = word('How far it is.', ['queued', 'in_progress', 'completed', 'failed']);
const PROGRESS = integer('In percent.');
const CREATED = integer('When it was asked for, in seconds since 1970.');

const task = object(
  {
    task_id: text('The id of the task.'),
    status: STATUS,
    model: text('The model.'),
    created_at: CREATED,
    updated_at: integer('When it last came further, in seconds since 1970.'),
    progress: PROGRESS,
  },
  {
    url: text('A signed link to the video, once it is there.'),
    format: text('What kind of file it is, such as `mp4`.'),
    metadata: object(
      {},
      {
        duration: number('In seconds.'),
        fps: number('Frames in a second.'),
        width: integer('In pixels.'),
        height: integer('In pixels.'),
        seed: integer('The seed.'),
      },
      'What the video is like; before there is one, what was asked for.',
    ),
    error: object(
      { code: integer('As a status of HTTP.'), message: text('What went wrong.') },
      {},
      'Why there is no video.',
    ),
  },
);

const video = object(
  {
    id: text('The id of the video.'),
    object: constant('video'),
    task_id: text('The same, for other clients.'),
    model: text('The model.'),
    status: STATUS,
    progress: PROGRESS,
    created_at: CREATED,
  },
  {
    completed_at: nullable(integer('When it was done, in seconds since 1970.')),
    expires_at: nullable(integer('When the link ends, in seconds since 1970.')),
    prompt: text('What it shows.'),
    seconds: nullable(text('How long it is.')),
    size: nullable(text('Width and height.')),
    remixed_from_video_id: nullable(text('The video that it is another version of.')),
    error: nullable(object({ code: text('What kind of error it is.'), message: text('What went wrong.') })),
    metadata: object({}, { url: text('A signed link to the video.') }),
  },
);

const listing = (item: string): Schema =>
  object({
    object: constant('list'),
    data: list(refer(item), 'Newest first, unless asked otherwise.'),
    first_id: nullable(text('The first of them.')),
    last_id: nullable(text('The last of them.')),
    has_more: truth('Whether there are further ones.'),
  });

export const VIDEOS: Readonly<Record<string, Schema>> = {
  VideoGenerationRequest: object(
    { model: MODEL },
    {
      prompt: { ...PROMPT, description: 'What the video shows. Required where there is no image.' },
      ...FIELDS,
    },
  ),
  CreatedVideoTask: object({
    id: text('The id of the task.'),
    task_id: text('The same.'),
    object: constant('video'),
    model: text('The model.'),
    status: STATUS,
    progress: PROGRESS,
    created_at: CREATED,
  }),
  VideoTask: task,
  VideoTaskList: listing('VideoTask'),
  VideosRequest: object({ model: MODEL, prompt: PROMPT }, FIELDS),
  VideoRemixRequest: object(
    { prompt: PROMPT },
    { webhook_url: text('Who is told when the video is done.') },
    'Everything else is as in the first version.',
  ),
  Video: video,
  VideoList: listing('Video'),
  DeletedVideo: object({ id: text('Its id.'), object: constant('video.deleted'), deleted: truth('True.') }),
};
