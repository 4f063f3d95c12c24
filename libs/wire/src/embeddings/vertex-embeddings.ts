import { type EmbeddingsResult, type EmbeddingsRequest } from '#canonical';
import { getRecord, getRecords, toNumber } from '../openai-dialect/json-members.js';
import { badResponse } from '../operations/response-errors.js';
import { type UpstreamOperation } from '../operations/operation-format.js';
import { definedMembers } from '../validation/json-values.js';
import { TASK_TYPES } from './gemini-embeddings.js';
import { readVector, getTextInputs } from './vectors.js';

/** `…:predict` of Google Cloud, for its embedding models. */
export const vertexEmbeddings: UpstreamOperation<EmbeddingsRequest, EmbeddingsResult> = {
  encodeRequest(request) {
    const { dimensions, purpose, title, user } = request;
    const task_type = purpose === undefined ? undefined : TASK_TYPES.get(purpose);
    return {
      body: {
        instances: getTextInputs(request).map((content) => definedMembers({ content, task_type, title })),
        parameters: definedMembers({ outputDimensionality: dimensions }),
      },
      lost:
        user === undefined
          ? []
          : [{ field: 'user' as const, reason: 'the provider does not accept a user identifier' }],
    };
  },

  decodeResponse(body, { inputs }) {
    const predictions = getRecords(body['predictions']).map(({ embeddings }) => getRecord(embeddings));
    if (predictions.length !== inputs.length) throw badResponse();
    const counts = predictions.map((one) => toNumber(getRecord(one?.['statistics'])?.['token_count']));
    const isCounted = counts.every((count) => count !== undefined);
    const inputTokens = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
    return {
      vectors: predictions.map((one) => readVector(one?.['values'])),
      ...(isCounted ? { usage: { inputTokens, outputTokens: 0 } } : {}),
    };
  },
};
