import { asList } from '../fields.js';
import { NAMED_EVENTS } from '../framing.js';
import { jsonBodyOf } from '../bodies/json-body.js';
import { answerTo, scenarioOfCount } from '../scenarios/answer.js';
import type { Service } from '../service.js';
import { checkKey, checkRoute, COUNT_ROUTE } from './entry-checks.js';
import { errorBody, failureOf, refusalOf } from './errors.js';
import { eventsOf, unfinishedEventsOf } from './events.js';
import { checkCountFields, checkMessageFields, checkSharedFields } from './field-checks.js';
import { anthropicHeaders } from './headers.js';
import { checkMessages } from './message-checks.js';
import { messageOf } from './message.js';
import { readMessagesRequest } from './request.js';
import { checkThinking } from './thinking-checks.js';
import { checkTools, checkToolsOfHistory } from './tool-checks.js';
import { versionOf } from './version.js';

export const anthropic: Service = {
  credentialHeaders: ['x-api-key', 'authorization'],
  headers: anthropicHeaders,
  check(request, account) {
    checkRoute(request);
    checkKey(request, account);
    const version = versionOf(request);
    const fields = jsonBodyOf(request);
    if (request.route === COUNT_ROUTE) checkCountFields(fields);
    else checkMessageFields(fields, version);
    checkSharedFields(fields);
    checkTools(fields);
    checkMessages(asList(fields.messages), version);
    checkToolsOfHistory(fields);
    checkThinking(fields);
  },
  refusal: refusalOf,
  failure: failureOf,
  answer(received, { scenario }) {
    const request = readMessagesRequest(received.json());
    const isCount = received.route === COUNT_ROUTE;
    const answer = answerTo(request.prompt, isCount ? scenarioOfCount(scenario) : scenario);
    return {
      isStream: request.stream && !isCount,
      framing: NAMED_EVENTS,
      body: isCount ? { input_tokens: answer.usage.input } : messageOf(request.model, answer),
      events: () => eventsOf(request, answer),
      unfinishedEvents: (count) => unfinishedEventsOf(request, answer, count),
      brokenOff: () => errorBody('overloaded_error', 'Overloaded'),
    };
  },
};
