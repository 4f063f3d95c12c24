import { type ImageRequest, type JsonObject } from '#canonical';
import { getRecords, toText } from '../openai-dialect/json-members.js';
import { badResponse, contentRejected } from '../operations/response-errors.js';
import { findNearestShape } from './image-size.js';
import { type ImageUpstream, listLostOptions } from './image-upstream.js';
import { definedMembers } from '../validation/json-values.js';

const RATIOS = ['1:1', '3:4', '4:3', '9:16', '16:9'] as const;
const OUTPUT_TYPES: Readonly<Record<string, string>> = { png: 'image/png', jpeg: 'image/jpeg' };

/** A model that only generates new images. */
export const geminiImagen: ImageUpstream = {
  maxAtOnce: 4,

  encodeRequest(request) {
    const { lost, aspectRatio, imageSize } = findNearestShape(request.size, RATIOS);
    const outputOptions = encodeOutput(request);
    return {
      body: {
        instances: [{ prompt: request.prompt }],
        parameters: definedMembers({
          sampleCount: request.count ?? 1,
          aspectRatio,
          // The service has no larger size.
          sampleImageSize: imageSize === undefined ? undefined : '2K',
          outputOptions,
          includeRaiReason: true,
        }),
      },
      lost: [
        ...lost,
        ...listLostOptions(request, [
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
      ? contentRejected()
      : badResponse();
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
