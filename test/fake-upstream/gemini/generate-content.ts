import { asFields, type Fields } from '../fields.js';
import { dataFraming, JSON_ARRAY } from '../framing.js';
import type { ReceivedRequest } from '../received-request.js';
import { answerTo, scenarioOfCount } from '../scenarios/answer.js';
import type { ScenarioName } from '../scenarios/scenario.js';
import type { NativeAnswer } from '../service.js';
import { chunksOf, unfinishedChunksOf } from './chunks.js';
import { checkGenerationConfig } from './config-checks.js';
import { checkContents, checkParts } from './content-checks.js';
import { errorBody } from './errors.js';
import { checkFunctionTurns } from './function-turns.js';
import { mediaResponse } from './media.js';
import { checkModalities } from './modalities.js';
import { readMessage } from './proto-json.js';
import { promptOf } from './request.js';
import { responseOf } from './response.js';
import { isArrayStream, routeOf, type Verb } from './routes.js';
import { checkTools } from './tool-checks.js';

const EVENTS = dataFraming('\r\n', '');

export function checkGeneration(body: unknown, { model, verb }: { model: string; verb: Verb }): void {
  const request = readRequest(body, verb);
  checkContents(request.contents);
  if (request.systemInstruction) {
    checkParts(asFields(request.systemInstruction).parts, ['systemInstruction', 'parts']);
  }
  checkGenerationConfig(asFields(request.generationConfig));
  checkModalities(model, request);
  checkTools(request);
  checkFunctionTurns(request.contents);
}

export function answerContents(received: ReceivedRequest, scenario: ScenarioName | undefined): NativeAnswer {
  const { model, verb } = routeOf(received);
  const request = readRequest(received.json(), verb);
  const prompt = promptOf(request);
  const media = verb !== 'countTokens' && mediaResponse({ model, request, prompt, scenario });
  const manner = {
    isStream: verb === 'streamGenerateContent',
    framing: isArrayStream(received) ? JSON_ARRAY : EVENTS,
    brokenOff: () => errorBody(503, 'The model is overloaded. Please try again later.'),
  };
  if (media) {
    const { body, chunks } = media;
    return {
      ...manner,
      body,
      events: () => chunks,
      unfinishedEvents: (count) => chunks.slice(0, -1).slice(0, count),
    };
  }
  const isCount = verb === 'countTokens';
  const answer = answerTo(prompt, isCount ? scenarioOfCount(scenario) : scenario);
  return {
    ...manner,
    body: isCount ? countOf(answer.usage.input) : responseOf(model, answer),
    events: () => chunksOf(model, answer),
    unfinishedEvents: (count) => unfinishedChunksOf(model, prompt.lastUserText, answer, count),
  };
}

/** Tokens are counted of contents, or of a whole request in one piece. */
function readRequest(body: unknown, verb: Verb): Fields {
  if (verb !== 'countTokens') return readMessage(body, 'GenerateContentRequest');
  const count = readMessage(body, 'CountTokensRequest');
  return count.generateContentRequest ? asFields(count.generateContentRequest) : count;
}

function countOf(totalTokens: number): object {
  return { totalTokens, promptTokensDetails: [{ modality: 'TEXT', tokenCount: totalTokens }] };
}
