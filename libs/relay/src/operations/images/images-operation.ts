import { getSupportedFormats } from '#upstream';
import { estimateTokens } from '../../billing/request-size.js';
import {
  type OperationRequest,
  type OperationInput,
  type OperationDefinition,
} from '../operation-definition.js';
import { checkInputs } from './check-inputs.js';
import { passThroughImages } from './pass-through-images.js';
import { type ImageClientFormat, decodeImageRequest } from './decode-image-request.js';
import { translateImages } from './translate-images.js';

const OPERATIONS_BY_FORMAT = {
  'openai-images': 'image-generation',
  'openai-image-edits': 'image-edit',
} as const;

export function imagesOperation(clientFormat: ImageClientFormat): OperationDefinition {
  return { decode: (input) => decodeImages(clientFormat, input) };
}

async function decodeImages(
  clientFormat: ImageClientFormat,
  { body }: OperationInput,
): Promise<OperationRequest> {
  const received = await decodeImageRequest(body, clientFormat);
  const { decoded } = received;
  await checkInputs(decoded);
  return {
    model: decoded.model,
    isStreamed: decoded.isStreamed,
    storesFiles: decoded.delivery === 'url',
    size: { inputTokens: estimateTokens(decoded.prompt.length), images: decoded.count ?? 1 },
    priceContext: { imageSize: decoded.size, imageQuality: decoded.quality },
    listCandidates(target, provider) {
      const formats = getSupportedFormats(OPERATIONS_BY_FORMAT[clientFormat], target, provider);
      const isNative = formats.some((format) => format === clientFormat);
      if (isNative) return [{ kind: 'passthrough', format: clientFormat }];
      return formats.slice(0, 1).map((format) => ({ kind: 'translate', format }));
    },
    async serve(attempt) {
      const isNative = attempt.candidate.kind === 'passthrough';
      await (isNative ? passThroughImages : translateImages)(attempt, received);
    },
  };
}
