import { randomBytes } from 'node:crypto';
import { jsonService } from '../json-service.js';
import { checkChat } from './chat-checks.js';
import { chatAnswer } from './chat.js';
import { checkEmbedV1, checkEmbedV2 } from './embed-checks.js';
import { embeddingsAnswer } from './embed.js';
import { getFailure, getRefusal } from './errors.js';
import { checkRerankV1, checkRerankV2, rankingAnswer } from './rerank.js';

export const cohere = jsonService({
  endpoints: {
    '/v2/chat': { check: checkChat, answer: chatAnswer },
    '/v1/embed': { check: checkEmbedV1, answer: (fields) => embeddingsAnswer(fields, '1') },
    '/v2/embed': { check: checkEmbedV2, answer: (fields) => embeddingsAnswer(fields, '2') },
    '/v1/rerank': { check: checkRerankV1, answer: (fields) => rankingAnswer(fields, '1') },
    '/v2/rerank': { check: checkRerankV2, answer: (fields) => rankingAnswer(fields, '2') },
  },
  headers: () => ({
    'x-debug-trace-id': randomBytes(16).toString('hex'),
    'x-trial-endpoint-call-remaining': '39',
  }),
  complaints: {
    noRoute: '404 page not found',
    noMethod: 'method not allowed',
    noKey: 'no api key supplied',
    wrongKey: 'invalid api token',
  },
  refusal: getRefusal,
  failure: getFailure,
});
