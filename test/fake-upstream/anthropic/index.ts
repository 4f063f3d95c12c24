import { asList } from '../fields.js';
import { NAMED_EVENTS } from '../framing.js';
import { getJsonBody } from '../bodies/json-body.js';
import { answerTo, getCountScenario } from '../scenarios/answer.js';
import type { Service } from '../service.js';
import { checkModelRefusals } from '../model-refusals.js';
import { checkBreakpoints } from './block-checks.js';
import { checkKey, checkRoute, COUNT_ROUTE } from './entry-checks.js';
import { errorBody, buildFailure, toRefusal } from './errors.js';
import { getEvents, buildUnfinishedEvents } from './events.js';
import { checkCountFields, checkMessageFields, checkSharedFields } from './field-checks.js';
import { anthropicHeaders } from './headers.js';
import { checkMessages } from './message-checks.js';
import { buildMessage } from './message.js';
import { readMessagesRequest } from './request.js';
import { checkThinking } from './thinking-checks.js';
import { checkTools, checkToolsOfHistory } from './tool-checks.js';
import { getVersion } from './version.js';

export const anthropic: Service = {
  credentialHeaders: ['x-api-key', 'authorization'],
  headers: anthropicHeaders,
  check(request, account) {
    checkRoute(request);
    checkKey(request, account);
    const version = getVersion(request);
    const fields = getJsonBody(request);
    if (request.route === COUNT_ROUTE) checkCountFields(fields);
    else checkMessageFields(fields, version);
    checkSharedFields(fields);
    checkTools(fields);
    checkMessages(asList(fields.messages), { version, betas: request.headers['anthropic-beta'] ?? '' });
    checkToolsOfHistory(fields);
    checkBreakpoints(fields);
    checkThinking(fields);
    checkModelRefusals(String(fields.model), fields);
  },
  refusal: toRefusal,
  failure: buildFailure,
  answer(received, { scenario }) {
    const request = readMessagesRequest(received.json());
    const isCount = received.route === COUNT_ROUTE;
    const answer = answerTo(request.prompt, isCount ? getCountScenario(scenario) : scenario);
    return {
      isStream: request.stream && !isCount,
      framing: NAMED_EVENTS,
      body: isCount ? { input_tokens: answer.usage.input } : buildMessage(request, answer),
      events: () => getEvents(request, answer),
      unfinishedEvents: (count) => buildUnfinishedEvents(request, answer, count),
      brokenOff: () => errorBody('overloaded_error', 'Overloaded'),
    };
  },
};
