import { randomBytes } from 'node:crypto';
import { jsonBodyOf } from '../bodies/json-body.js';
import type { Service } from '../service.js';
import { wholeAnswer } from '../whole-answer.js';
import { checkEmbedding, checkEmbeddingBatch, embeddingBatchOf, embeddingOf } from './embeddings.js';
import { failureOf, refusalOf } from './errors.js';
import { answerContents, checkGeneration } from './generate-content.js';
import { checkKey } from './key-checks.js';
import { checkPrediction, predictionOf } from './predict.js';
import { routeOf } from './routes.js';

export const gemini: Service = {
  credentialHeaders: ['x-goog-api-key'],
  headers: () => ({
    'x-goog-request-id': randomBytes(8).toString('hex'),
    'server-timing': 'gfet4t7; dur=1',
    'x-gemini-service-tier': 'standard',
  }),
  check(request, account) {
    const { model, verb } = routeOf(request);
    checkKey(request, account);
    const body = jsonBodyOf(request);
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
  refusal: refusalOf,
  failure: failureOf,
  answer(received, { scenario }) {
    const { verb } = routeOf(received);
    switch (verb) {
      case 'embedContent':
        return wholeAnswer(embeddingOf(received.json()));
      case 'batchEmbedContents':
        return wholeAnswer(embeddingBatchOf(received.json()));
      case 'predict':
        return wholeAnswer(predictionOf(received.json()));
      default:
        return answerContents(received, scenario);
    }
  },
};
