import {
  type EmbeddingsAnswer,
  type EmbeddingsRequest,
  GatewayError,
  type JsonObject,
  type Lost,
} from '#canonical';
import { getRecord } from '../openai-dialect/json-members.js';
import { badAnswer } from '../operations/answer-errors.js';
import { type UpstreamOperation } from '../operations/operation-format.js';
import { definedMembers } from '../validation/json-values.js';
import { isCount } from '../validation/usage-counts.js';
import { INPUT_TYPES } from './cohere-embeddings.js';
import { readVector, textInputs } from './vectors.js';

type Upstream = UpstreamOperation<EmbeddingsRequest, EmbeddingsAnswer>;

/** InvokeModel of Titan, which takes one text a call. The model stands in the address. */
export const bedrockTitanEmbeddings: Upstream = {
  encodeRequest(asked, upstreamModel) {
    const [inputText = ''] = textInputs(asked);
    return { body: { inputText, ...encodeSize(asked, upstreamModel) }, lost: listLost(asked, ['purpose']) };
  },

  decodeResponse(body, { inputs }) {
    if (inputs.length !== 1) throw badAnswer();
    const { inputTextTokenCount: inputTokens } = body;
    return {
      vectors: [readVector(body['embedding'])],
      ...(isCount(inputTokens) ? { usage: { inputTokens, outputTokens: 0 } } : {}),
    };
  },
};

/** Each generation of Titan is told in another way how long its vectors shall be, the first in none. */
function encodeSize({ dimensions }: EmbeddingsRequest, upstreamModel: string): JsonObject {
  if (upstreamModel.includes('titan-embed-image')) {
    return dimensions === undefined ? {} : { embeddingConfig: { outputEmbeddingLength: dimensions } };
  }
  if (!/titan-embed-(?:text-v1|g1)/.test(upstreamModel))
    return definedMembers({ dimensions, normalize: true });
  if (dimensions === undefined) return {};
  throw new GatewayError('unsupported-parameter', 'The vectors of this model have one length.', {
    param: 'dimensions',
  });
}

/** InvokeModel of Cohere's models. How many tokens they read, the service tells in no member of its answer. */
export const bedrockCohereEmbeddings: Upstream = {
  encodeRequest(asked) {
    const { dimensions, purpose = 'search-document' } = asked;
    return {
      body: definedMembers({
        texts: textInputs(asked),
        input_type: INPUT_TYPES[purpose],
        embedding_types: ['float'],
        output_dimension: dimensions,
      }),
      lost: listLost(asked),
    };
  },

  /** Older models list the vectors without saying of which type they are. */
  decodeResponse({ embeddings }, { inputs }) {
    const vectors = Array.isArray(embeddings) ? embeddings : getRecord(embeddings)?.['float'];
    if (!Array.isArray(vectors) || vectors.length !== inputs.length) throw badAnswer();
    return { vectors: vectors.map(readVector) };
  },
};

const REASONS = {
  title: 'the upstream takes no titles',
  user: 'the upstream takes no name of a user',
  purpose: 'the upstream makes vectors for every purpose',
} as const;

function listLost(asked: EmbeddingsRequest, others: readonly 'purpose'[] = []): Lost<EmbeddingsRequest>[] {
  const fields = [...(['title', 'user'] as const), ...others];
  return fields
    .filter((field) => asked[field] !== undefined)
    .map((field) => ({ field, reason: REASONS[field] }));
}
