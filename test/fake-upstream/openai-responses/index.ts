import { asFields, asList } from '../fields.js';
import { NAMED_EVENTS } from '../framing.js';
import { getJsonBody } from '../bodies/json-body.js';
import { checkKey, checkRoute } from '../openai/entry-checks.js';
import { buildFailure, toRefusal } from '../openai/errors.js';
import { openaiHeaders } from '../openai/headers.js';
import { answerTo, getCountScenario } from '../scenarios/answer.js';
import type { NativeAnswer, Service } from '../service.js';
import type { Account } from '../account.js';
import { checkModelRefusals } from '../model-refusals.js';
import { checkCallPairs } from './call-pairs.js';
import { getEvents, failedEvent, buildUnfinishedEvents } from './events.js';
import { checkCountFields, checkFields, checkInputShape } from './field-checks.js';
import { getHistory, storedCount } from './history.js';
import { checkItem } from './item-checks.js';
import { getOutputItems } from './output-items.js';
import { buildPrompt } from './request.js';
import { finishedResponse, startedResponse } from './response.js';
import { checkTools } from './tool-checks.js';

const COUNT_ROUTE = '/v1/responses/input_tokens';

export const openaiResponses: Service = {
  credentialHeaders: ['authorization'],
  headers: openaiHeaders,
  check(request, account) {
    const isCount = request.route === COUNT_ROUTE;
    if (!isCount) checkRoute(request, '/v1/responses');
    checkKey(request, account);
    const fields = getJsonBody(request);
    if (isCount) checkCountFields(fields);
    checkFields(fields);
    checkTools(fields);
    checkModelRefusals(String(fields.model), fields);
    checkInputShape(fields);
    for (const [index, item] of asList(fields.input).entries()) checkItem(item, ['input', index], account);
    checkCallPairs(getHistory(fields, account), storedCount(fields, account));
  },
  refusal: toRefusal,
  failure: buildFailure,
  answer(received, account) {
    const fields = asFields(received.json());
    const history = getHistory(fields, account);
    const prompt = buildPrompt(fields, history);
    if (received.route === COUNT_ROUTE) return buildCount(prompt, account);
    const answer = answerTo(prompt, account.scenario);
    const output = getOutputItems(answer, fields, account);
    const started = startedResponse(fields);
    const finished = finishedResponse(started, answer, output);
    if (fields.store !== false) account.storedResponses.set(started.id, [...history, ...output]);
    return {
      isStream: fields.stream === true,
      framing: NAMED_EVENTS,
      body: finished,
      events: () => getEvents(started, finished, output),
      unfinishedEvents: (count) => buildUnfinishedEvents(started, prompt.lastUserText, count),
      brokenOff: (afterEvents) => failedEvent(started, afterEvents),
    };
  },
};

/** A count is never streamed. */
function buildCount(prompt: Parameters<typeof answerTo>[0], { scenario }: Account): NativeAnswer {
  const { usage } = answerTo(prompt, getCountScenario(scenario));
  return {
    isStream: false,
    framing: NAMED_EVENTS,
    body: { object: 'response.input_tokens', input_tokens: usage.input },
    events: () => [],
    unfinishedEvents: () => [],
    brokenOff: () => ({}),
  };
}
