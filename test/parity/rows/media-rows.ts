import { toFile } from 'openai';
import { getImage, getSpeech } from '../../fake-upstream/index.js';
import { type Row, type RequestOptions, never } from '../row.js';
import { NO_CHOICES, NO_VIDEO, NO_IMAGE, NO_TEXT, STREAMED_COST, drain } from './cells.js';

const IMAGE = getImage({ prompt: 'a harbour' });
const RECORDING = getSpeech('a recording for tests', 'nova', 'wav');

const ANY = {
  dialect: 'openai',
  heldBy: 'upstream',
  usesTokens: true,
  redaction: true,
  ...NO_TEXT,
  ...NO_VIDEO,
} as const satisfies Partial<Row>;

const WHOLE = { isStreamed: false, costHeader: true, repeated: 'the same bytes' } as const;
const STREAMED = { isStreamed: true, costHeader: STREAMED_COST, repeated: 'a refusal' } as const;

const IMAGES = {
  ...ANY,
  operation: 'images',
  model: 'image',
  maxChoices: { param: 'n' },
  maxImageSize: { param: 'size', tooLarge: '1536x1024' },
  moderation: { param: 'prompt' },
  cache: never('links to images expire'),
} as const satisfies Partial<Row>;

const GENERATIONS = { ...IMAGES, route: '/v1/images/generations', format: 'openai-images' } as const;
const EDITS = { ...IMAGES, route: '/v1/images/edits', format: 'openai-image-edits' } as const;

const SPEECH = {
  ...ANY,
  ...NO_CHOICES,
  ...NO_IMAGE,
  route: '/v1/audio/speech',
  format: 'openai-speech',
  operation: 'speech',
  model: 'speech',
  moderation: { param: 'input' },
  cache: true,
} as const satisfies Partial<Row>;

const LISTENING = {
  ...ANY,
  ...NO_CHOICES,
  ...NO_IMAGE,
  operation: 'transcription',
  model: 'transcribe',
  moderation: { param: 'prompt' },
  cache: never('requests as forms are not cached'),
} as const satisfies Partial<Row>;

const TRANSCRIPTIONS = {
  ...LISTENING,
  route: '/v1/audio/transcriptions',
  format: 'openai-transcriptions',
} as const;

const imageFor = ({ model, text, choices, size }: RequestOptions) => ({
  model,
  prompt: text,
  n: choices,
  size: size as '1024x1024' | undefined,
});

const editFor = async (options: RequestOptions) => ({
  ...imageFor(options),
  image: await toFile(IMAGE, 'harbour.png', { type: 'image/png' }),
});

const speechFor = ({ model, text }: RequestOptions) => ({
  model,
  input: text,
  voice: 'nova',
  response_format: 'wav' as const,
});

const recordingFor = async ({ model, text }: RequestOptions) => ({
  model,
  prompt: text,
  file: await toFile(RECORDING, 'take.wav', { type: 'audio/wav' }),
});

/** Images and audio, as output and as input. */
export const MEDIA_ROWS: readonly Row[] = [
  {
    ...GENERATIONS,
    ...WHOLE,
    name: 'images',
    usage: { inputTokens: 3, outputTokens: 16, images: 1 },
    ask: ({ openai }, options) => openai.images.generate(imageFor(options)),
  },
  {
    ...GENERATIONS,
    ...STREAMED,
    name: 'images, streamed',
    usage: { inputTokens: 3, outputTokens: 16, images: 1 },
    ask: async ({ openai }, options) =>
      drain(await openai.images.generate({ ...imageFor(options), stream: true })),
  },
  {
    ...EDITS,
    ...WHOLE,
    name: 'image edits',
    usage: { inputTokens: 19, imageInputTokens: 16, outputTokens: 16, images: 1 },
    ask: async ({ openai }, options) => openai.images.edit(await editFor(options)),
  },
  {
    ...EDITS,
    ...STREAMED,
    name: 'image edits, streamed',
    usage: { inputTokens: 19, imageInputTokens: 16, outputTokens: 16, images: 1 },
    ask: async ({ openai }, options) =>
      drain(await openai.images.edit({ ...(await editFor(options)), stream: true })),
  },
  {
    ...SPEECH,
    name: 'speech',
    isStreamed: false,
    costHeader: never('the audio is forwarded while it is generated'),
    repeated: 'a refusal',
    usage: { characters: 13 },
    usesTokens: never('characters are counted, not tokens'),
    ask: async ({ openai }, options) => (await openai.audio.speech.create(speechFor(options))).arrayBuffer(),
  },
  {
    ...SPEECH,
    ...STREAMED,
    name: 'speech, streamed',
    usage: { characters: 13, inputTokens: 3, outputTokens: 8 },
    ask: async ({ openai }, options) =>
      (await openai.audio.speech.create({ ...speechFor(options), stream_format: 'sse' })).arrayBuffer(),
  },
  {
    ...TRANSCRIPTIONS,
    ...WHOLE,
    name: 'transcriptions',
    usage: { inputTokens: 16, outputTokens: 14 },
    ask: async ({ openai }, options) => openai.audio.transcriptions.create(await recordingFor(options)),
  },
  {
    ...TRANSCRIPTIONS,
    ...STREAMED,
    name: 'transcriptions, streamed',
    usage: { inputTokens: 16, outputTokens: 14 },
    ask: async ({ openai }, options) =>
      drain(await openai.audio.transcriptions.create({ ...(await recordingFor(options)), stream: true })),
  },
  {
    ...LISTENING,
    ...WHOLE,
    name: 'translations',
    route: '/v1/audio/translations',
    format: 'openai-audio-translations',
    model: 'whisper',
    usage: { audioSeconds: 2 },
    usesTokens: never('seconds are counted, not tokens'),
    ask: async ({ openai }, options) => openai.audio.translations.create(await recordingFor(options)),
  },
];
