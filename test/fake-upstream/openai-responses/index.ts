import { asFields, asList } from '../fields.js';
import { NAMED_EVENTS } from '../framing.js';
import { getJsonBody } from '../bodies/json-body.js';
import { checkKey, checkRoute } from '../openai/entry-checks.js';
import { buildFailure, toRefusal } from '../openai/errors.js';
import { openaiHeaders } from '../openai/headers.js';
import { answerTo } from '../scenarios/answer.js';
import type { Service } from '../service.js';
import { checkModelRefusals } from '../model-refusals.js';
import { checkCallPairs } from './call-pairs.js';
import { getEvents, failedEvent, buildUnfinishedEvents } from './events.js';
import { checkFields, checkInputShape } from './field-checks.js';
import { getHistory, storedCount } from './history.js';
import { checkItem } from './item-checks.js';
import { getOutputItems } from './output-items.js';
import { buildPrompt } from './request.js';
import { finishedResponse, startedResponse } from './response.js';
import { checkTools } from './tool-checks.js';

export const openaiResponses: Service = {
  credentialHeaders: ['authorization'],
  headers: openaiHeaders,
  check(request, account) {
    checkRoute(request, '/v1/responses');
    checkKey(request, account);
    const fields = getJsonBody(request);
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
