import { GatewayError, type ImageInput, type JsonObject, type MadeImage, type Usage } from '#canonical';
import { decodeFinishReason } from '../gemini-generate-content/finish-reason.js';
import { getRecord, toText } from '../openai-dialect/json-members.js';
import { badAnswer, contentDeclined } from '../operations/answer-errors.js';
import { readGeminiAnswer } from '../operations/gemini-answer.js';
import { nearestShape } from './image-size.js';
import { type ImageUpstream, lostOptions } from './image-upstream.js';
import { definedMembers } from '../validation/json-values.js';

const RATIOS = ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'] as const;

/** A conversation of one turn, with a model that answers in images. */
export const geminiImage: ImageUpstream = {
  maxAtOnce: 1,

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
          // Some of these models refuse to answer in images alone.
          responseModalities: ['TEXT', 'IMAGE'],
          ...(Object.keys(imageConfig).length === 0 ? {} : { imageConfig }),
        },
      },
      lost: [
        ...lost,
        ...lostOptions(asked, [
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
    const images = parts.flatMap(imageIn);
    if (images.length === 0) {
      const isFiltered = decodeFinishReason(finishReason, false).kind === 'content-filter';
      throw isFiltered ? contentDeclined() : badAnswer();
    }
    return { images, usage: withImages(usage, images.length) };
  },
};

function encodeInput(input: ImageInput): JsonObject {
  if (input.kind !== 'bytes') throw new Error('images become bytes before they are encoded');
  return { inlineData: { mimeType: input.mediaType, data: input.base64 } };
}

function imageIn(part: Record<string, unknown>): MadeImage[] {
  const base64 = toText(getRecord(part['inlineData'] ?? part['inline_data'])?.['data']);
  return base64 === '' ? [] : [{ source: { kind: 'bytes', base64 } }];
}

function withImages(usage: Usage = { inputTokens: 0, outputTokens: 0 }, images: number): Usage {
  return { ...usage, images };
}
