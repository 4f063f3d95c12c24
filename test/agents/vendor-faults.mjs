import { lastDirective } from './scripted-model.mjs';

/** The temporary error of each kind of service. */
const BUSY = {
  chat: { kind: 'error', status: 429 },
  responses: { kind: 'error', status: 500 },
  messages: { kind: 'error', status: 529 },
  gemini: { kind: 'error', status: 503 },
};

/** The error of each kind of service for a conversation that is too long for the model. */
const TOO_LONG = {
  chat: openaiFault(
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.",
    'messages',
  ),
  messages: {
    kind: 'error',
    status: 400,
    body: {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'prompt is too long: 9001 tokens > 8192 maximum' },
    },
  },
  gemini: {
    kind: 'error',
    status: 400,
    body: {
      error: {
        code: 400,
        message: 'The input token count (9001) exceeds the maximum number of tokens allowed (8192).',
        status: 'INVALID_ARGUMENT',
      },
    },
  },
};

function openaiFault(message, param) {
  const error = { message, type: 'invalid_request_error', param, code: 'context_length_exceeded' };
  return { kind: 'error', status: 400, body: { error } };
}

/** Here the error occurs only after the stream has begun. */
function tooLongResponse({ model }) {
  const response = {
    id: 'resp_too_long',
    object: 'response',
    created_at: 1,
    status: 'in_progress',
    model,
    output: [],
    error: null,
  };
  const error = {
    code: 'context_length_exceeded',
    message: 'Your input exceeds the context window of this model.',
  };
  const events = [
    { type: 'response.created', response },
    { type: 'response.in_progress', response },
    { type: 'response.failed', response: { ...response, status: 'failed', error } },
  ];
  return {
    kind: 'chunks',
    events: events.map((event, index) => ({ ...event, sequence_number: index })),
    done: false,
  };
}

/** Fails once for every prompt with this directive, and once rejects a conversation as too long. */
export function buildDirector(kind, { longText, note }) {
  const failed = new Set();
  return (request) => {
    const body = JSON.parse(request.rawBody.toString());
    const [what, word] = lastDirective(saidByUser(body)) ?? [];
    const hasTools = body.tools !== undefined || request.rawBody.includes('additional_tools');
    if (!hasTools || failed.has(word)) return undefined;
    if (what === 'fail') {
      failed.add(word);
      note('failed');
      return BUSY[kind];
    }
    if (what === 'overflow' && request.rawBody.includes(longText)) {
      failed.add(word);
      note('too long');
      return kind === 'responses' ? tooLongResponse(body) : TOO_LONG[kind];
    }
    return undefined;
  };
}

function saidByUser({ messages, input, contents }) {
  const turns = [messages, input, contents].find(Array.isArray) ?? [];
  return turns.filter(({ role }) => role === 'user').map((turn) => JSON.stringify(turn));
}
