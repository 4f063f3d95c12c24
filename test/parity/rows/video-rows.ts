import { type Row, type RequestOptions, never } from '../row.js';
import { NO_IMAGE, NO_TEXT } from './cells.js';

const VIDEO = {
  ...NO_TEXT,
  ...NO_IMAGE,
  dialect: 'openai',
  operation: 'video',
  model: 'video',
  isStreamed: false,
  heldBy: 'upload',
  usage: never('a request creates a task; the cost is booked when the video is finished'),
  costHeader: never('a request creates a task; the cost is booked when the video is finished'),
  usesTokens: never('seconds are charged, not tokens'),
  maxVideoSize: { param: 'size' },
  redaction: true,
  moderation: { param: 'prompt' },
  repeated: 'the same task',
  cache: never('two requests make two videos'),
} as const satisfies Partial<Row>;

const toVideo = ({ model, text, size, seconds }: RequestOptions) => ({
  model,
  prompt: text,
  size: size as '1280x720' | undefined,
  seconds: seconds === undefined ? undefined : (String(seconds) as '4'),
});

/** Videos, which are made after the response to their request. */
export const VIDEO_ROWS: readonly Row[] = [
  {
    ...VIDEO,
    name: 'video generations',
    route: '/v1/video/generations',
    format: 'video-generations',
    maxChoices: { param: 'n' },
    maxVideoSeconds: { param: 'duration' },
    ask: ({ post }, { model, text, size, seconds, choices }) =>
      post('/v1/video/generations', { model, prompt: text, size, duration: seconds, n: choices }),
  },
  {
    ...VIDEO,
    name: 'videos',
    route: '/v1/videos',
    format: 'openai-videos',
    maxChoices: never('a request makes one video'),
    maxVideoSeconds: { param: 'seconds' },
    ask: ({ openai }, options) => openai.videos.create(toVideo(options)),
  },
  {
    ...VIDEO,
    name: 'video remixes',
    route: '/v1/videos/:id/remix',
    format: 'openai-videos',
    maxChoices: never('a request makes one video'),
    // The remix has the properties of the original.
    maxVideoSeconds: { param: 'seconds' },
    ask: async ({ openai, findOriginal }, { text, ...kind }) =>
      openai.videos.remix(await findOriginal(kind), { prompt: text }),
  },
  {
    ...VIDEO,
    name: 'video operations',
    route: '/v1beta/models/*',
    dialect: 'google',
    format: 'gemini-videos',
    maxChoices: { param: 'parameters.sampleCount' },
    maxVideoSize: { param: 'parameters.resolution' },
    maxVideoSeconds: { param: 'parameters.durationSeconds' },
    moderation: { param: 'instances' },
    ask: ({ google }, { model, text, size, seconds, choices }) =>
      google.models.generateVideos({
        model,
        source: { prompt: text },
        config: {
          durationSeconds: seconds,
          numberOfVideos: choices,
          // It accepts a few named sizes.
          resolution: size === undefined ? undefined : '1080p',
        },
      }),
  },
];
