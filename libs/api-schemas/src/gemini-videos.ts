import { type Schema, anyObject, boundedText, integer, list, object, refer, text } from './schema.js';

const MAX_PROMPT_LENGTH = 10_000;

const image = object(
  {},
  {
    bytesBase64Encoded: text('A PNG, JPEG, WebP or GIF in base64.'),
    inlineData: object({ data: text('The image in base64.') }, { mimeType: text('The media type.') }),
    mimeType: text('The media type.'),
    gcsUri: text('Not supported: send the image as base64.'),
  },
);

const one = (description: string): Schema => ({ type: 'integer', const: 1, description });

const parameters = object(
  {},
  {
    aspectRatio: {
      type: 'string',
      pattern: String.raw`^[1-9]\d?:[1-9]\d?$`,
      description: 'The aspect ratio, such as `16:9`.',
    },
    resolution: {
      type: 'string',
      pattern: String.raw`^(\d{3,4}[pP]|4[kK]|\d{2,4}x\d{2,4})$`,
      description: '`720p`, `1080p`, `4k`, or `WIDTHxHEIGHT`.',
    },
    durationSeconds: {
      type: 'number',
      exclusiveMinimum: 0,
      maximum: 600,
      description: 'The duration of the video in seconds.',
    },
    negativePrompt: boundedText('What the video should not show.', { max: MAX_PROMPT_LENGTH }),
    seed: integer('Seed for best-effort deterministic output.', {
      min: 0,
      max: 2 ** 32 - 1,
    }),
    sampleCount: one('Must be 1. Send one request per video.'),
    numberOfVideos: one('Alias of `sampleCount`.'),
  },
  'Other parameters are forwarded to the provider.',
);

export const GEMINI_VIDEOS: Readonly<Record<string, Schema>> = {
  PredictLongRunningRequest: object(
    {
      instances: list(
        object(
          {},
          {
            prompt: boundedText('The description of the video. Required if there is no image.', {
              min: 1,
              max: MAX_PROMPT_LENGTH,
            }),
            image: { ...image, description: 'The first frame.' },
            lastFrame: { ...image, description: 'The last frame. Requires `image`.' },
            referenceImages: list(
              object({ image }, { referenceType: text('`asset`.') }),
              'Reference images for the content of the video.',
              {
                min: 3,
                max: 8,
              },
            ),
          },
        ),
        'Exactly one instance.',
        { min: 1, max: 1 },
      ),
    },
    { parameters, webhookConfig: anyObject('Not supported: use the webhook of the token.') },
  ),
  Operation: object(
    { name: text('The name of the operation. Use it as the path to poll.') },
    {
      metadata: object({}, { progressPercent: integer('The progress in percent.') }),
      done: { type: 'boolean', description: 'Whether the operation has finished.' },
      error: object({
        code: integer('The gRPC status code.'),
        status: text('The name of the status code.'),
        message: text('The error message.'),
      }),
      response: object(
        {},
        {
          generateVideoResponse: object({
            generatedSamples: list(
              object({
                video: object(
                  { uri: text('The download URL. Requires the same token.') },
                  { encoding: text('The media type.') },
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
    { name: text('The model name with the prefix `models/`.'), displayName: text('The display name.') },
    {
      baseModelId: text('The model name.'),
      version: text('Always `1`.'),
      inputTokenLimit: integer('The maximum number of input tokens.'),
      outputTokenLimit: integer('The maximum number of output tokens.'),
      thinking: { type: 'boolean', description: 'Whether the model supports reasoning.' },
      supportedGenerationMethods: list(
        text('A method, such as `generateContent`.'),
        'The supported methods.',
      ),
    },
  ),
  GeminiModelList: object(
    { models: list(refer('GeminiModel'), 'The models that the token can use.') },
    { nextPageToken: text('The token for the next page, if there is one.') },
  ),
};
