import { type Schema, anyObject, boundedText, integer, list, object, refer, text } from './schema.js';

const MAX_PROMPT_LENGTH = 10_000;

const image = object(
  {},
  {
    bytesBase64Encoded: text('A PNG, JPEG, WebP or GIF in base64.'),
    inlineData: object({ data: text('The same.') }, { mimeType: text('What it is.') }),
    mimeType: text('What it is.'),
    gcsUri: text('Not supported: send the bytes.'),
  },
);

const one = (description: string): Schema => ({ type: 'integer', const: 1, description });

const parameters = object(
  {},
  {
    aspectRatio: {
      type: 'string',
      pattern: String.raw`^[1-9]\d?:[1-9]\d?$`,
      description: 'Such as `16:9`.',
    },
    resolution: {
      type: 'string',
      pattern: String.raw`^(\d{3,4}[pP]|4[kK]|\d{2,4}x\d{2,4})$`,
      description: '`720p`, `1080p`, `4k`, or width and height.',
    },
    durationSeconds: {
      type: 'number',
      exclusiveMinimum: 0,
      maximum: 600,
      description: 'How long the video is.',
    },
    negativePrompt: boundedText('What the video must not show.', { max: MAX_PROMPT_LENGTH }),
    seed: integer('The same seed gives the same video, as far as the model can.', {
      min: 0,
      max: 2 ** 32 - 1,
    }),
    sampleCount: one('Always 1: send one request for each video.'),
    numberOfVideos: one('The same.'),
  },
  'Others go on to the model service.',
);

export const GEMINI_VIDEOS: Readonly<Record<string, Schema>> = {
  PredictLongRunningRequest: object(
    {
      instances: list(
        object(
          {},
          {
            prompt: boundedText('What the video shows. Required where there is no image.', {
              min: 1,
              max: MAX_PROMPT_LENGTH,
            }),
            image: { ...image, description: 'The first frame.' },
            lastFrame: { ...image, description: 'The last frame, beside the first.' },
            referenceImages: list(
              object({ image }, { referenceType: text('`asset`.') }),
              'What the video is to look like.',
              {
                min: 3,
                max: 8,
              },
            ),
          },
        ),
        'Exactly one.',
        { min: 1, max: 1 },
      ),
    },
    { parameters, webhookConfig: anyObject('Not supported: set the webhook of the token instead.') },
  ),
  Operation: object(
    { name: text('Ask for it at this address.') },
    {
      metadata: object({}, { progressPercent: integer('In percent.') }),
      done: { type: 'boolean', description: 'Whether it has ended.' },
      error: object({
        code: integer('A code of gRPC.'),
        status: text('Its name.'),
        message: text('What went wrong.'),
      }),
      response: object(
        {},
        {
          generateVideoResponse: object({
            generatedSamples: list(
              object({
                video: object(
                  { uri: text('Where to fetch it, with the same token.') },
                  { encoding: text('What it is.') },
                ),
              }),
              'The video.',
            ),
          }),
        },
      ),
    },
  ),
  GeminiModel: object(
    { name: text('`models/` and the name.'), displayName: text('What it is called.') },
    {
      baseModelId: text('The name.'),
      version: text('Always `1`.'),
      inputTokenLimit: integer('The most tokens of a request.'),
      outputTokenLimit: integer('The most tokens of an answer.'),
      thinking: { type: 'boolean', description: 'Whether it reasons.' },
      supportedGenerationMethods: list(text('Such as `generateContent`.'), 'What it can be asked for.'),
    },
  ),
  GeminiModelList: object(
    { models: list(refer('GeminiModel'), 'The models that the token may use.') },
    { nextPageToken: text('For the next page, where there is one.') },
  ),
};
