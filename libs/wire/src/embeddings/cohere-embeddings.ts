import { type EmbeddingPurpose, type EmbeddingsResult, type EmbeddingsRequest } from '#canonical';
import { getRecord, toNumber } from '../openai-dialect/json-members.js';
import { badResponse } from '../operations/response-errors.js';
import { type UpstreamOperation } from '../operations/operation-format.js';
import { readVector, getTextInputs } from './vectors.js';
import { definedMembers } from '../validation/json-values.js';

export const INPUT_TYPES: Record<EmbeddingPurpose, string> = {
  'search-query': 'search_query',
  'search-document': 'search_document',
  classification: 'classification',
  clustering: 'clustering',
  similarity: 'clustering',
  'code-query': 'search_query',
  question: 'search_query',
  fact: 'search_query',
};

/** `POST /v2/embed`. The purpose is required, and most vectors are for a search. */
export const cohereEmbeddings: UpstreamOperation<EmbeddingsRequest, EmbeddingsResult> = {
  encodeRequest(request, upstreamModel) {
    const { dimensions, purpose = 'search-document', title, user } = request;
    const body = definedMembers({
      model: upstreamModel,
      texts: getTextInputs(request),
      input_type: INPUT_TYPES[purpose],
      embedding_types: ['float'],
      output_dimension: dimensions,
    });
    return {
      body,
      lost: [
        ...(title === undefined
          ? []
          : [{ field: 'title' as const, reason: 'the provider does not accept titles' }]),
        ...(user === undefined
          ? []
          : [{ field: 'user' as const, reason: 'the provider does not accept a user identifier' }]),
      ],
    };
  },

  decodeResponse(body, { inputs }) {
    const vectors = getRecord(body['embeddings'])?.['float'];
    if (!Array.isArray(vectors) || vectors.length !== inputs.length) throw badResponse();
    const inputTokens = toNumber(getRecord(getRecord(body['meta'])?.['billed_units'])?.['input_tokens']);
    return {
      vectors: vectors.map(readVector),
      ...(inputTokens === undefined ? {} : { usage: { inputTokens, outputTokens: 0, raw: body['meta'] } }),
    };
  },
};
