import { type EmbeddingPurpose, type EmbeddingsAnswer, type EmbeddingsRequest } from '#canonical';
import { type UpstreamOperation } from '../operations/operation-format.js';
import { openAiEmbeddings } from './openai-embeddings.js';
import { textInputs } from './vectors.js';
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

/** Like OpenAI's, but for what the vectors are for and how they are written. */
export const jinaEmbeddings: UpstreamOperation<EmbeddingsRequest, EmbeddingsAnswer> = {
  encodeRequest(asked, upstreamModel) {
    const { dimensions, encoding, purpose, title, user } = asked;
    const body = definedMembers({
      model: upstreamModel,
      input: textInputs(asked),
      embedding_type: encoding,
      task: purpose === undefined ? undefined : TASKS[purpose],
      dimensions,
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

  decodeResponse: (body, asked) => openAiEmbeddings.decodeResponse(body, asked),
};
