import { dataFraming } from '../framing.js';
import { checkKey, checkRoute } from '../openai/entry-checks.js';
import { errorBody, buildFailure, toRefusal } from '../openai/errors.js';
import { openaiHeaders } from '../openai/headers.js';
import { getJsonBody } from '../bodies/json-body.js';
import { answerTo } from '../scenarios/answer.js';
import type { Service } from '../service.js';
import { checkModelRefusals } from '../model-refusals.js';
import { getChunks, buildUnfinishedChunks } from './chunks.js';
import { buildCompletion } from './completion.js';
import { checkFields } from './field-checks.js';
import { checkMessages } from './message-checks.js';
import { readChatRequest } from './request.js';

const FRAMING = dataFraming('\n', 'data: [DONE]\n\n');

const BROKEN_OFF = errorBody({
  message: 'The server had an error while processing your request.',
  type: 'server_error',
});

export const openaiChat: Service = {
  credentialHeaders: ['authorization'],
  headers: openaiHeaders,
  check(request, account) {
    checkRoute(request, '/v1/chat/completions');
    checkKey(request, account);
    const fields = getJsonBody(request);
    checkModelRefusals(String(fields.model), fields);
    checkFields(fields, account.strictFields);
    checkMessages(fields.messages, account.strictFields);
  },
  refusal: toRefusal,
  failure: buildFailure,
  answer(received, { scenario }) {
    const request = readChatRequest(received.json());
    const answer = answerTo(request.prompt, scenario);
    return {
      isStream: request.stream,
      framing: FRAMING,
      body: buildCompletion(request.model, answer),
      events: () => getChunks(request, answer),
      unfinishedEvents: (count) => buildUnfinishedChunks(request, count),
      brokenOff: () => BROKEN_OFF,
    };
  },
};
