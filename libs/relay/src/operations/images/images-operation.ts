import { spokenFormats } from '#upstream';
import { estimateTokens } from '../../billing/request-size.js';
import { type OpenRequest, type OperationInput, type ServedOperation } from '../served-operation.js';
import { checkInputs } from './check-inputs.js';
import { passThroughImages } from './pass-through-images.js';
import { type ImageClientFormat, readImages } from './received-images.js';
import { translateImages } from './translate-images.js';

const OPERATION_OF = { 'openai-images': 'image-generation', 'openai-image-edits': 'image-edit' } as const;

export function imagesOperation(clientFormat: ImageClientFormat): ServedOperation {
  return { capability: 'images', open: (input) => openImages(clientFormat, input) };
}

async function openImages(clientFormat: ImageClientFormat, { body }: OperationInput): Promise<OpenRequest> {
  const received = await readImages(body, clientFormat);
  const { asked } = received;
  await checkInputs(asked);
  return {
    model: asked.model,
    isStreamed: asked.isStreamed,
    needsRoom: asked.delivery === 'url',
    size: { inputTokens: estimateTokens(asked.prompt.length), images: asked.count ?? 1 },
    priceContext: { imageSize: asked.size, imageQuality: asked.quality },
    candidatesAt(target, provider) {
      const spoken = spokenFormats(OPERATION_OF[clientFormat], target, provider);
      const isNative = spoken.some((format) => format === clientFormat);
      if (isNative) return [{ kind: 'passthrough', format: clientFormat }];
      return spoken.slice(0, 1).map((format) => ({ kind: 'translate', format }));
    },
    async serve(attempt) {
      const isNative = attempt.candidate.kind === 'passthrough';
      await (isNative ? passThroughImages : translateImages)(attempt, received);
    },
  };
}
