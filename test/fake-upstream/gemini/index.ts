import { randomBytes } from 'node:crypto';
import { getJsonBody } from '../bodies/json-body.js';
import type { Service } from '../service.js';
import { wholeAnswer } from '../whole-answer.js';
import { checkEmbedding, checkEmbeddingBatch, buildEmbeddingBatch, buildEmbedding } from './embeddings.js';
import { buildFailure, buildRefusal } from './errors.js';
import { answerContents, checkGeneration } from './generate-content.js';
import { checkKey } from './key-checks.js';
import { checkPrediction, buildPrediction } from './predict.js';
import { toRoute } from './routes.js';

export const gemini: Service = {
  credentialHeaders: ['x-goog-api-key'],
  headers: () => ({
    'x-goog-request-id': randomBytes(8).toString('hex'),
    'server-timing': 'gfet4t7; dur=1',
    'x-gemini-service-tier': 'standard',
  }),
  check(request, account) {
    const { model, verb } = toRoute(request);
    checkKey(request, account);
    const body = getJsonBody(request);
    switch (verb) {
      case 'embedContent':
        return checkEmbedding(body, model);
      case 'batchEmbedContents':
        return checkEmbeddingBatch(body, model);
      case 'predict':
        return checkPrediction(body);
      default:
        return checkGeneration(body, { model, verb });
    }
  },
  refusal: buildRefusal,
  failure: buildFailure,
  answer(received, { scenario }) {
    const { verb } = toRoute(received);
    switch (verb) {
      case 'embedContent':
        return wholeAnswer(buildEmbedding(received.json()));
      case 'batchEmbedContents':
        return wholeAnswer(buildEmbeddingBatch(received.json()));
      case 'predict':
        return wholeAnswer(buildPrediction(received.json()));
      default:
        return answerContents(received, scenario);
    }
  },
};
