import { asFields, type Fields } from '../fields.js';
import { dataFraming, JSON_ARRAY } from '../framing.js';
import type { ReceivedRequest } from '../received-request.js';
import { answerTo, getCountScenario, type Scenario } from '../scenarios/answer.js';
import type { NativeAnswer } from '../service.js';
import { checkModelRefusals } from '../model-refusals.js';
import { getChunks, buildUnfinishedChunks } from './chunks.js';
import { checkGenerationConfig } from './config-checks.js';
import { checkContents, checkParts } from './content-checks.js';
import { errorBody } from './errors.js';
import { checkFunctionTurns } from './function-turns.js';
import { mediaResponse } from './media.js';
import { checkModalities } from './modalities.js';
import { readMessage } from './proto-json.js';
import { toPrompt } from './request.js';
import { buildResponse } from './response.js';
import { isArrayStream, toRoute, type Verb } from './routes.js';
import { checkTools } from './tool-checks.js';

const EVENTS = dataFraming('\r\n', '');

export function checkGeneration(body: unknown, { model, verb }: { model: string; verb: Verb }): void {
  const request = readRequest(body, verb);
  checkContents(request.contents);
  if (request.systemInstruction) {
    checkParts(asFields(request.systemInstruction).parts, ['systemInstruction', 'parts']);
  }
  checkGenerationConfig(asFields(request.generationConfig));
  checkModelRefusals(model, request);
  checkModalities(model, request);
  checkTools(request);
  checkFunctionTurns(request.contents, model);
}

export function answerContents(received: ReceivedRequest, scenario: Scenario | undefined): NativeAnswer {
  const { model, verb } = toRoute(received);
  const request = readRequest(received.json(), verb);
  const prompt = toPrompt(request);
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
  const answer = answerTo(prompt, isCount ? getCountScenario(scenario) : scenario);
  return {
    ...manner,
    body: isCount ? buildCount(answer.usage.input) : buildResponse(model, answer),
    events: () => getChunks(model, answer),
    unfinishedEvents: (count) => buildUnfinishedChunks(model, prompt.lastUserText, answer, count),
  };
}

/** Tokens are counted for contents, or for a whole request. */
function readRequest(body: unknown, verb: Verb): Fields {
  if (verb !== 'countTokens') return readMessage(body, 'GenerateContentRequest');
  const count = readMessage(body, 'CountTokensRequest');
  return count.generateContentRequest ? asFields(count.generateContentRequest) : count;
}

function buildCount(totalTokens: number): object {
  return { totalTokens, promptTokensDetails: [{ modality: 'TEXT', tokenCount: totalTokens }] };
}
