import { type EmbeddingsAnswer, type EmbeddingsRequest } from '#canonical';
import { getRecord, getRecords, toNumber } from '../openai-dialect/json-members.js';
import { badAnswer } from '../operations/answer-errors.js';
import { type UpstreamOperation } from '../operations/operation-format.js';
import { definedMembers } from '../validation/json-values.js';
import { TASK_TYPES } from './gemini-embeddings.js';
import { readVector, textInputs } from './vectors.js';

/** `…:predict` of Google's cloud, for its models that make vectors. */
export const vertexEmbeddings: UpstreamOperation<EmbeddingsRequest, EmbeddingsAnswer> = {
  encodeRequest(asked) {
    const { dimensions, purpose, title, user } = asked;
    const task_type = purpose === undefined ? undefined : TASK_TYPES.get(purpose);
    return {
      body: {
        instances: textInputs(asked).map((content) => definedMembers({ content, task_type, title })),
        parameters: definedMembers({ outputDimensionality: dimensions }),
      },
      lost:
        user === undefined
          ? []
          : [{ field: 'user' as const, reason: 'the upstream takes no name of a user' }],
    };
  },

  decodeResponse(body, { inputs }) {
    const made = getRecords(body['predictions']).map(({ embeddings }) => getRecord(embeddings));
    if (made.length !== inputs.length) throw badAnswer();
    const counts = made.map((one) => toNumber(getRecord(one?.['statistics'])?.['token_count']));
    const isCounted = counts.every((count) => count !== undefined);
    const inputTokens = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
    return {
      vectors: made.map((one) => readVector(one?.['values'])),
      ...(isCounted ? { usage: { inputTokens, outputTokens: 0 } } : {}),
    };
  },
};
