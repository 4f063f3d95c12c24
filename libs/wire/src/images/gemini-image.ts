import { GatewayError, type ImageInput, type JsonObject, type MadeImage, type Usage } from '#canonical';
import { decodeFinishReason } from '../gemini-generate-content/finish-reason.js';
import { getRecord, toText } from '../openai-dialect/json-members.js';
import { badResponse, contentRejected } from '../operations/response-errors.js';
import { readGeminiResponse } from '../operations/gemini-response.js';
import { findNearestShape } from './image-size.js';
import { type ImageUpstream, listLostOptions } from './image-upstream.js';
import { definedMembers } from '../validation/json-values.js';

const RATIOS = ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'] as const;

/** A conversation of one turn with a model that generates images. */
export const geminiImage: ImageUpstream = {
  maxAtOnce: 1,

  encodeRequest(request) {
    if (request.mask !== undefined) {
      throw new GatewayError('unsupported-parameter', 'The selected model does not accept masks.', {
        param: 'mask',
      });
    }
    const { lost, ...shape } = findNearestShape(request.size, RATIOS);
    const imageConfig = definedMembers(shape);
    return {
      body: {
        contents: [
          { role: 'user', parts: [{ text: request.prompt }, ...(request.images ?? []).map(encodeInput)] },
        ],
        generationConfig: {
          // Some of these models refuse IMAGE as the only modality.
          responseModalities: ['TEXT', 'IMAGE'],
          ...(Object.keys(imageConfig).length === 0 ? {} : { imageConfig }),
        },
      },
      lost: [
        ...lost,
        ...listLostOptions(request, [
          'quality',
          'background',
          'outputFormat',
          'outputCompression',
          'moderation',
          'style',
          'user',
          'inputFidelity',
          'partialImages',
        ]),
      ],
    };
  },

  decodeResponse(body) {
    const { parts, finishReason, usage } = readGeminiResponse(body);
    const images = parts.flatMap(readImages);
    if (images.length === 0) {
      const isFiltered = decodeFinishReason(finishReason, false).kind === 'content-filter';
      throw isFiltered ? contentRejected() : badResponse();
    }
    return { images, usage: addImageCount(usage, images.length) };
  },
};

function encodeInput(input: ImageInput): JsonObject {
  if (input.kind !== 'bytes') throw new Error('images must be loaded before the request is encoded');
  return { inlineData: { mimeType: input.mediaType, data: input.base64 } };
}

function readImages(part: Record<string, unknown>): MadeImage[] {
  const base64 = toText(getRecord(part['inlineData'] ?? part['inline_data'])?.['data']);
  return base64 === '' ? [] : [{ source: { kind: 'bytes', base64 } }];
}

function addImageCount(usage: Usage = { inputTokens: 0, outputTokens: 0 }, images: number): Usage {
  return { ...usage, images };
}
