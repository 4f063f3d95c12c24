import { MAX_MESSAGES } from '../json-scan/json-limits.js';
import { CHAT_PARTS, FUNCTION_DEFINITION, MESSAGE, SPOKEN, TOOL } from './chat-messages.js';
import {
  CREATED,
  EFFORTS,
  GENERATION,
  MAX_COUNT,
  METADATA,
  MODEL,
  SERVICE_TIER,
  USAGE,
  VERBOSITY,
} from './common.js';
import {
  type Schema,
  anyObject,
  constant,
  either,
  integer,
  list,
  name,
  nullable,
  object,
  refer,
  text,
  truth,
  word,
} from './schema.js';

const request = object(
  {
    model: MODEL,
    messages: list(MESSAGE, 'The conversation, oldest turn first.', { min: 1, max: MAX_MESSAGES }),
  },
  {
    ...GENERATION,
    max_completion_tokens: integer('The most tokens that the answer may have, reasoning included.', {
      min: 1,
      max: MAX_COUNT,
    }),
    max_tokens: integer('The older name of `max_completion_tokens`.', { min: 1, max: MAX_COUNT }),
    top_k: integer('Only so many of the likeliest words are considered.', { min: 0 }),
    tools: list(TOOL, 'What the model may call.', { max: 1024 }),
    tool_choice: refer('ChatToolChoice', 'Whether and which tools are to be called.'),
    parallel_tool_calls: truth('Whether the model may make several calls at once.'),
    functions: list(FUNCTION_DEFINITION, 'The older form of `tools`.'),
    function_call: either(
      [word('Whether to call one.', ['none', 'auto']), object({ name: name('The function to call.') })],
      'The older form of `tool_choice`.',
    ),
    response_format: refer('ChatOutputFormat', 'Text, any JSON, or JSON that follows a schema.'),
    reasoning_effort: word('How much a reasoning model thinks first.', EFFORTS),
    reasoning: object(
      {},
      {
        effort: word('How much to think.', EFFORTS),
        max_tokens: integer('The most tokens to think with.', { min: 0 }),
      },
      'The same as some proxies have it.',
    ),
    thinking: object(
      { type: word('Whether to think.', ['enabled', 'adaptive', 'disabled']) },
      { budget_tokens: integer('The most tokens to think with.', { min: 0 }) },
      'The same as some services have it.',
    ),
    logprobs: truth('Whether to tell how likely each token was.'),
    top_logprobs: integer('How many alternatives to tell, with `logprobs: true`.', { min: 0, max: 20 }),
    verbosity: VERBOSITY,
    modalities: list(text('`text` or `audio`.'), 'What the answer consists of.'),
    prediction: anyObject('An expected answer. Only OpenAI’s own models take it.'),
    web_search_options: anyObject('Search the web. Only models of some services take it.'),
    metadata: METADATA,
    service_tier: SERVICE_TIER,
    prompt_cache_key: text('Requests with the same key share a cache of their prompts.'),
    safety_identifier: text('The newer name of `user`.'),
    store: truth('Whether the model service keeps the answer.'),
  },
  'A body with `input` in the place of `messages`, as Cursor sends it, is read as one of the responses format and answered in this one.',
);

const finishReason = nullable(
  word('Why it ended.', ['stop', 'length', 'tool_calls', 'content_filter', 'function_call']),
);

const MADE = {
  ...SPOKEN,
  annotations: list(anyObject('A source, as `url_citation`.'), 'Sources of what was said.'),
  images: list(
    anyObject('An image, as `{"type": "image_url", "image_url": {"url": "data:…"}}`.'),
    'Images that were made.',
  ),
  audio: anyObject('A recording that was made.'),
};

const message = object(
  { role: constant('assistant'), content: nullable(text('What the model says; null beside calls.')) },
  MADE,
);

const completion = object(
  {
    id: text('The id of the answer.'),
    object: constant('chat.completion'),
    created: CREATED,
    model: text('The model that answered.'),
    choices: list(
      object(
        { index: integer('Which answer it is.'), message, finish_reason: finishReason },
        { logprobs: nullable(anyObject('How likely each token was.')) },
      ),
      'The answers: as many as `n`.',
    ),
  },
  { usage: USAGE, service_tier: text('The class of service that was given.') },
);

const chunk = object(
  {
    id: text('The id of the answer, the same in all chunks.'),
    object: constant('chat.completion.chunk'),
    created: CREATED,
    model: text('The model that answers.'),
    choices: list(
      object(
        {
          index: integer('Which answer it belongs to.'),
          delta: object(
            {},
            { role: constant('assistant'), content: nullable(text('More text.')), ...MADE },
            'What is new.',
          ),
          finish_reason: finishReason,
        },
        { logprobs: nullable(anyObject('How likely each token was.')) },
      ),
      'What is new of each answer. Empty in the chunk with the usage.',
    ),
  },
  { usage: nullable(USAGE) },
  'The data of one event. The last one is `[DONE]`.',
);

export const CHAT_COMPLETIONS: Readonly<Record<string, Schema>> = {
  ...CHAT_PARTS,
  ChatCompletionRequest: request,
  ChatCompletion: completion,
  ChatCompletionChunk: chunk,
};
