import { randomBytes } from 'node:crypto';
import { asFields, type Fields } from '../fields.js';
import { dataFraming, JSON_ARRAY } from '../framing.js';
import { jsonBodyOf } from '../json-body.js';
import { answerTo, scenarioOfCount } from '../scenarios/answer.js';
import type { Service } from '../service.js';
import { chunksOf, unfinishedChunksOf } from './chunks.js';
import { checkGenerationConfig } from './config-checks.js';
import { checkContents, checkParts } from './content-checks.js';
import { errorBody, failureOf, refusalOf } from './errors.js';
import { checkFunctionTurns } from './function-turns.js';
import { checkKey } from './key-checks.js';
import { readMessage } from './proto-json.js';
import { promptOf } from './request.js';
import { responseOf } from './response.js';
import { isArrayStream, routeOf } from './routes.js';
import { checkTools } from './tool-checks.js';

const EVENTS = dataFraming('\r\n', '');

export const gemini: Service = {
  credentialHeaders: ['x-goog-api-key'],
  headers: () => ({
    'x-goog-request-id': randomBytes(8).toString('hex'),
    'server-timing': 'gfet4t7; dur=1',
    'x-gemini-service-tier': 'standard',
  }),
  check(request, account) {
    const { verb } = routeOf(request);
    checkKey(request, account);
    checkRequest(readRequest(jsonBodyOf(request), verb));
  },
  refusal: refusalOf,
  failure: failureOf,
  answer(received, { scenario }) {
    const { model, verb } = routeOf(received);
    const prompt = promptOf(readRequest(received.json(), verb));
    const isCount = verb === 'countTokens';
    const answer = answerTo(prompt, isCount ? scenarioOfCount(scenario) : scenario);
    return {
      isStream: verb === 'streamGenerateContent',
      framing: isArrayStream(received) ? JSON_ARRAY : EVENTS,
      body: isCount ? countOf(answer.usage.input) : responseOf(model, answer),
      events: () => chunksOf(model, answer),
      unfinishedEvents: (count) => unfinishedChunksOf(model, prompt.lastUserText, answer, count),
      brokenOff: () => errorBody(503, 'The model is overloaded. Please try again later.'),
    };
  },
};

/** Tokens are counted of contents, or of a whole request in one piece. */
function readRequest(body: unknown, verb: string): Fields {
  if (verb !== 'countTokens') return readMessage(body, 'GenerateContentRequest');
  const count = readMessage(body, 'CountTokensRequest');
  return count.generateContentRequest ? asFields(count.generateContentRequest) : count;
}

function checkRequest(request: Fields): void {
  checkContents(request.contents);
  if (request.systemInstruction) {
    checkParts(asFields(request.systemInstruction).parts, ['systemInstruction', 'parts']);
  }
  checkGenerationConfig(asFields(request.generationConfig));
  checkTools(request);
  checkFunctionTurns(request.contents);
}

function countOf(totalTokens: number): object {
  return { totalTokens, promptTokensDetails: [{ modality: 'TEXT', tokenCount: totalTokens }] };
}
