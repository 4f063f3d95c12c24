import { type Row, type Wish, never } from '../row.js';
import { NO_PICTURE, NO_TEXT } from './cells.js';

const FILM = {
  ...NO_TEXT,
  ...NO_PICTURE,
  dialect: 'openai',
  operation: 'video',
  model: 'video',
  isStreamed: false,
  heldBy: 'upload',
  usage: never('a request makes a task; what the film costs is booked when it is made'),
  costHeader: never('a request makes a task; what the film costs is booked when it is made'),
  usesTokens: never('seconds are paid for, not tokens'),
  maxVideoSize: { param: 'size' },
  redaction: true,
  moderation: { param: 'prompt' },
  repeated: 'the same task',
  cache: never('who asks for two films wants two films'),
} as const satisfies Partial<Row>;

const videoOf = ({ model, text, size, seconds }: Wish) => ({
  model,
  prompt: text,
  size: size as '1280x720' | undefined,
  seconds: seconds === undefined ? undefined : (String(seconds) as '4'),
});

/** Films, which are asked for now and made later. */
export const VIDEO_ROWS: readonly Row[] = [
  {
    ...FILM,
    name: 'video generations',
    route: '/v1/video/generations',
    format: 'video-generations',
    maxChoices: { param: 'n' },
    maxVideoSeconds: { param: 'duration' },
    ask: ({ post }, { model, text, size, seconds, choices }) =>
      post('/v1/video/generations', { model, prompt: text, size, duration: seconds, n: choices }),
  },
  {
    ...FILM,
    name: 'videos',
    route: '/v1/videos',
    format: 'openai-videos',
    maxChoices: never('a request makes one film'),
    maxVideoSeconds: { param: 'seconds' },
    ask: ({ openai }, wish) => openai.videos.create(videoOf(wish)),
  },
];
