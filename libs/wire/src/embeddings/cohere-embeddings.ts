import { type EmbeddingPurpose, type EmbeddingsAnswer, type EmbeddingsRequest } from '#canonical';
import { getRecord, toNumber } from '../openai-dialect/json-members.js';
import { badAnswer } from '../operations/answer-errors.js';
import { type UpstreamOperation } from '../operations/operation-format.js';
import { readVector, textInputs } from './vectors.js';
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

/** `POST /v2/embed`: it has to be told what vectors are for, and most are for a search among them. */
export const cohereEmbeddings: UpstreamOperation<EmbeddingsRequest, EmbeddingsAnswer> = {
  encodeRequest(asked, upstreamModel) {
    const { dimensions, purpose = 'search-document', title, user } = asked;
    const body = definedMembers({
      model: upstreamModel,
      texts: textInputs(asked),
      input_type: INPUT_TYPES[purpose],
      embedding_types: ['float'],
      output_dimension: dimensions,
    });
    return {
      body,
      lost: [
        ...(title === undefined ? [] : [{ field: 'title' as const, reason: 'the upstream takes no titles' }]),
        ...(user === undefined
          ? []
          : [{ field: 'user' as const, reason: 'the upstream takes no name of a user' }]),
      ],
    };
  },

  decodeResponse(body, { inputs }) {
    const vectors = getRecord(body['embeddings'])?.['float'];
    if (!Array.isArray(vectors) || vectors.length !== inputs.length) throw badAnswer();
    const inputTokens = toNumber(getRecord(getRecord(body['meta'])?.['billed_units'])?.['input_tokens']);
    return {
      vectors: vectors.map(readVector),
      ...(inputTokens === undefined ? {} : { usage: { inputTokens, outputTokens: 0, raw: body['meta'] } }),
    };
  },
};
