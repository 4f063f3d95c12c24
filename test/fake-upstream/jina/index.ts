import { randomBytes } from 'node:crypto';
import { jsonService } from '../json-service.js';
import { checkEmbeddings, toEmbeddings } from './embeddings.js';
import { buildFailure, toRefusal } from './errors.js';
import { checkRerank, rankingAnswer } from './rerank.js';

export const jina = jsonService({
  endpoints: {
    '/v1/embeddings': { check: checkEmbeddings, answer: toEmbeddings },
    '/v1/rerank': { check: checkRerank, answer: rankingAnswer },
  },
  headers: () => ({
    'x-request-id': randomBytes(16).toString('hex'),
    'x-ratelimit-remaining-requests': '499',
  }),
  complaints: {
    noRoute: 'Not Found',
    noMethod: 'Method Not Allowed',
    noKey: 'Authentication required',
    wrongKey: 'Invalid API key',
  },
  refusal: toRefusal,
  failure: buildFailure,
});
