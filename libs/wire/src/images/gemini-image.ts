import { GatewayError, type ImageInput, type JsonObject, type MadeImage, type Usage } from '#canonical';
import { decodeFinishReason } from '../gemini-generate-content/finish-reason.js';
import { definedMembers } from '../openai-dialect/defined-members.js';
import { recordOf, recordsOf, textOf } from '../openai-dialect/json-reading.js';
import { badAnswer } from '../operations/bad-answer.js';
import { contentDeclined } from '../operations/content-declined.js';
import { readGeminiAnswer } from '../operations/gemini-answer.js';
import { type ImageUpstream, lostWishes } from './image-upstream.js';
import { nearestShape } from './picture-shape.js';

const RATIOS = ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'] as const;

/** A conversation of one turn, with a model that answers in pictures. */
export const geminiImage: ImageUpstream = {
  mostAtOnce: 1,

  encodeRequest(asked) {
    if (asked.mask !== undefined) {
      throw new GatewayError('unsupported-parameter', 'The model that was chosen takes no masks.', {
        param: 'mask',
      });
    }
    const { lost, ...shape } = nearestShape(asked.size, RATIOS);
    const imageConfig = definedMembers(shape);
    return {
      body: {
        contents: [
          { role: 'user', parts: [{ text: asked.prompt }, ...(asked.images ?? []).map(encodeInput)] },
        ],
        generationConfig: {
          // Some of these models refuse to answer in pictures alone.
          responseModalities: ['TEXT', 'IMAGE'],
          ...(Object.keys(imageConfig).length === 0 ? {} : { imageConfig }),
        },
      },
      lost: [
        ...lost,
        ...lostWishes(asked, [
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
    const { parts, finishReason, usage } = readGeminiAnswer(body);
    const images = parts.flatMap(pictureIn);
    if (images.length === 0) {
      const isFiltered = decodeFinishReason(finishReason, false).kind === 'content-filter';
      throw isFiltered ? contentDeclined() : badAnswer();
    }
    return { images, usage: withPictures(body, usage, images.length) };
  },
};

function encodeInput(input: ImageInput): JsonObject {
  if (input.kind !== 'bytes') throw new Error('pictures become bytes before they are encoded');
  return { inlineData: { mimeType: input.mediaType, data: input.base64 } };
}

function pictureIn(part: Record<string, unknown>): MadeImage[] {
  const base64 = textOf(recordOf(part['inlineData'] ?? part['inline_data'])?.['data']);
  return base64 === '' ? [] : [{ source: { kind: 'bytes', base64 } }];
}

function withPictures(
  body: JsonObject,
  usage: Usage = { inputTokens: 0, outputTokens: 0 },
  images: number,
): Usage {
  const details = recordsOf(recordOf(body['usageMetadata'])?.['promptTokensDetails']);
  const ofPictures = details.find(({ modality }) => modality === 'IMAGE')?.['tokenCount'];
  const isCount = typeof ofPictures === 'number' && ofPictures <= usage.inputTokens;
  return { ...usage, ...(isCount ? { imageInputTokens: ofPictures } : {}), images };
}
