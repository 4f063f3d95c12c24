import { type EmbeddingPurpose, type EmbeddingsResult, type EmbeddingsRequest } from '#canonical';
import { type UpstreamOperation } from '../operations/operation-format.js';
import { openAiEmbeddings } from './openai-embeddings.js';
import { getTextInputs } from './vectors.js';
import { definedMembers } from '../validation/json-values.js';

const TASKS: Partial<Record<EmbeddingPurpose, string>> = {
  'search-query': 'retrieval.query',
  'search-document': 'retrieval.passage',
  classification: 'classification',
  clustering: 'separation',
  similarity: 'text-matching',
  'code-query': 'code.query',
  question: 'retrieval.query',
  fact: 'retrieval.query',
};

/** Like OpenAI's format, except for the purpose and the encoding of the vectors. */
export const jinaEmbeddings: UpstreamOperation<EmbeddingsRequest, EmbeddingsResult> = {
  encodeRequest(request, upstreamModel) {
    const { dimensions, encoding, purpose, title, user } = request;
    const body = definedMembers({
      model: upstreamModel,
      input: getTextInputs(request),
      embedding_type: encoding,
      task: purpose === undefined ? undefined : TASKS[purpose],
      dimensions,
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

  decodeResponse: (body, request) => openAiEmbeddings.decodeResponse(body, request),
};
