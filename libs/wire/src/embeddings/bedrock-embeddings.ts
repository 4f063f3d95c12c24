import {
  type EmbeddingsResult,
  type EmbeddingsRequest,
  GatewayError,
  type JsonObject,
  type LostField,
} from '#canonical';
import { getRecord } from '../openai-dialect/json-members.js';
import { badResponse } from '../operations/response-errors.js';
import { type UpstreamOperation } from '../operations/operation-format.js';
import { definedMembers } from '../validation/json-values.js';
import { isCount } from '../validation/usage-counts.js';
import { INPUT_TYPES } from './cohere-embeddings.js';
import { readVector, getTextInputs } from './vectors.js';

type Upstream = UpstreamOperation<EmbeddingsRequest, EmbeddingsResult>;

/** InvokeModel of Titan, which accepts one text per request. The model is in the URL. */
export const bedrockTitanEmbeddings: Upstream = {
  encodeRequest(request, upstreamModel) {
    const [inputText = ''] = getTextInputs(request);
    return {
      body: { inputText, ...encodeSize(request, upstreamModel) },
      lost: listLost(request, ['purpose']),
    };
  },

  decodeResponse(body, { inputs }) {
    if (inputs.length !== 1) throw badResponse();
    const { inputTextTokenCount: inputTokens } = body;
    return {
      vectors: [readVector(body['embedding'])],
      ...(isCount(inputTokens) ? { usage: { inputTokens, outputTokens: 0 } } : {}),
    };
  },
};

/** Each generation of Titan has another parameter for the dimensions, the first has none. */
function encodeSize({ dimensions }: EmbeddingsRequest, upstreamModel: string): JsonObject {
  if (upstreamModel.includes('titan-embed-image')) {
    return dimensions === undefined ? {} : { embeddingConfig: { outputEmbeddingLength: dimensions } };
  }
  if (!/titan-embed-(?:text-v1|g1)/.test(upstreamModel))
    return definedMembers({ dimensions, normalize: true });
  if (dimensions === undefined) return {};
  throw new GatewayError(
    'unsupported-parameter',
    'The number of dimensions of this model cannot be changed.',
    {
      param: 'dimensions',
    },
  );
}

/** InvokeModel of Cohere's models. The response body does not report the input tokens. */
export const bedrockCohereEmbeddings: Upstream = {
  encodeRequest(request) {
    const { dimensions, purpose = 'search-document' } = request;
    return {
      body: definedMembers({
        texts: getTextInputs(request),
        input_type: INPUT_TYPES[purpose],
        embedding_types: ['float'],
        output_dimension: dimensions,
      }),
      lost: listLost(request),
    };
  },

  /** Older models return the vectors as a list, newer ones by type. */
  decodeResponse({ embeddings }, { inputs }) {
    const vectors = Array.isArray(embeddings) ? embeddings : getRecord(embeddings)?.['float'];
    if (!Array.isArray(vectors) || vectors.length !== inputs.length) throw badResponse();
    return { vectors: vectors.map(readVector) };
  },
};

const REASONS = {
  title: 'the provider does not accept titles',
  user: 'the provider does not accept a user identifier',
  purpose: 'the provider does not have task types for embeddings',
} as const;

function listLost(
  request: EmbeddingsRequest,
  others: readonly 'purpose'[] = [],
): LostField<EmbeddingsRequest>[] {
  const fields = [...(['title', 'user'] as const), ...others];
  return fields
    .filter((field) => request[field] !== undefined)
    .map((field) => ({ field, reason: REASONS[field] }));
}
