import { type ImageRequest, type JsonObject } from '#canonical';
import { getRecords, toText } from '../openai-dialect/json-members.js';
import { badAnswer, contentDeclined } from '../operations/answer-errors.js';
import { nearestShape } from './image-size.js';
import { type ImageUpstream, lostOptions } from './image-upstream.js';
import { definedMembers } from '../validation/json-values.js';

const RATIOS = ['1:1', '3:4', '4:3', '9:16', '16:9'] as const;
const OUTPUT_TYPES: Readonly<Record<string, string>> = { png: 'image/png', jpeg: 'image/jpeg' };

/** A model that makes new images and nothing else. */
export const geminiImagen: ImageUpstream = {
  maxAtOnce: 4,

  encodeRequest(asked) {
    const { lost, aspectRatio, imageSize } = nearestShape(asked.size, RATIOS);
    const outputOptions = encodeOutput(asked);
    return {
      body: {
        instances: [{ prompt: asked.prompt }],
        parameters: definedMembers({
          sampleCount: asked.count ?? 1,
          aspectRatio,
          // There is no larger size than this.
          sampleImageSize: imageSize === undefined ? undefined : '2K',
          outputOptions,
          includeRaiReason: true,
        }),
      },
      lost: [
        ...lost,
        ...lostOptions(asked, [
          'quality',
          'background',
          ...(outputOptions === undefined ? (['outputFormat', 'outputCompression'] as const) : []),
          'moderation',
          'style',
          'user',
          'partialImages',
        ]),
      ],
    };
  },

  decodeResponse(body) {
    const predictions = getRecords(body['predictions']);
    const images = predictions.flatMap(({ bytesBase64Encoded }) => {
      const base64 = toText(bytesBase64Encoded);
      return base64 === '' ? [] : [{ source: { kind: 'bytes' as const, base64 } }];
    });
    if (images.length > 0)
      return { images, usage: { inputTokens: 0, outputTokens: 0, images: images.length } };
    throw predictions.some((prediction) => 'raiFilteredReason' in prediction)
      ? contentDeclined()
      : badAnswer();
  },
};

function encodeOutput({ outputFormat, outputCompression }: ImageRequest): JsonObject | undefined {
  const mimeType = OUTPUT_TYPES[outputFormat ?? ''];
  if (mimeType === undefined) return undefined;
  return definedMembers({
    mimeType,
    compressionQuality: outputFormat === 'jpeg' ? outputCompression : undefined,
  });
}
