import { MAX_MESSAGES } from '#canonical';
import { CHAT_PARTS, FUNCTION_DEFINITION, MESSAGE, ASSISTANT_FIELDS, TOOL } from './chat-messages.js';
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
  anyOf,
  integer,
  list,
  name,
  nullable,
  object,
  refer,
  text,
  boolean,
  enumeration,
} from './schema.js';

const request = object(
  {
    model: MODEL,
    messages: list(MESSAGE, 'The messages of the conversation, oldest first.', { min: 1, max: MAX_MESSAGES }),
  },
  {
    ...GENERATION,
    max_completion_tokens: integer('The maximum number of output tokens, including reasoning.', {
      min: 1,
      max: MAX_COUNT,
    }),
    max_tokens: integer('Deprecated. Use `max_completion_tokens`.', { min: 1, max: MAX_COUNT }),
    top_k: integer('Sample only from this many of the most likely tokens.', { min: 0 }),
    tools: list(TOOL, 'The tools that the model can call.', { max: 1024 }),
    tool_choice: refer('ChatToolChoice', 'Which tools the model can or must call.'),
    parallel_tool_calls: boolean('Whether the model can call several tools in parallel.'),
    functions: list(FUNCTION_DEFINITION, 'Deprecated. Use `tools`.'),
    function_call: anyOf(
      [
        enumeration('Whether the model can call a function.', ['none', 'auto']),
        object({ name: name('The function to call.') }),
      ],
      'Deprecated. Use `tool_choice`.',
    ),
    response_format: refer('ChatOutputFormat', 'Text, any JSON, or JSON that matches a schema.'),
    reasoning_effort: enumeration('The reasoning effort.', EFFORTS),
    reasoning: object(
      {},
      {
        effort: enumeration('The reasoning effort.', EFFORTS),
        max_tokens: integer('The maximum number of reasoning tokens.', { min: 0 }),
      },
      'Reasoning settings in the format of some proxies.',
    ),
    thinking: object(
      { type: enumeration('The reasoning mode.', ['enabled', 'adaptive', 'disabled']) },
      { budget_tokens: integer('The maximum number of reasoning tokens.', { min: 0 }) },
      'Reasoning settings in the format of some providers.',
    ),
    logprobs: boolean('Whether to return log probabilities of the output tokens.'),
    top_logprobs: integer(
      'The number of most likely tokens to return per position. Requires `logprobs: true`.',
      { min: 0, max: 20 },
    ),
    verbosity: VERBOSITY,
    modalities: list(text('`text` or `audio`.'), 'The output modalities.'),
    prediction: anyObject('A predicted output. Supported only by models of OpenAI.'),
    web_search_options: anyObject('Web search settings. Supported only by some providers.'),
    metadata: METADATA,
    service_tier: SERVICE_TIER,
    prompt_cache_key: text('Requests with the same key share a prompt cache.'),
    safety_identifier: text('A stable identifier of your end user. Replaces `user`.'),
    store: boolean('Whether the provider stores the response.'),
  },
  'A body with `input` instead of `messages`, as sent by Cursor, is read as a Responses request; the response is a chat completion.',
);

const finishReason = nullable(
  enumeration('Why the generation stopped.', [
    'stop',
    'length',
    'tool_calls',
    'content_filter',
    'function_call',
  ]),
);

const OUTPUT_FIELDS = {
  ...ASSISTANT_FIELDS,
  annotations: list(anyObject('A `url_citation`.'), 'Citations of sources.'),
  images: list(
    anyObject('An image, as `{"type": "image_url", "image_url": {"url": "data:…"}}`.'),
    'Generated images.',
  ),
  audio: anyObject('Generated audio.'),
};

const message = object(
  {
    role: constant('assistant'),
    content: nullable(text('The text of the message. Null if the message has only tool calls.')),
  },
  OUTPUT_FIELDS,
);

const completion = object(
  {
    id: text('The id of the response.'),
    object: constant('chat.completion'),
    created: CREATED,
    model: text('The model that generated the response.'),
    choices: list(
      object(
        { index: integer('The index of the choice.'), message, finish_reason: finishReason },
        { logprobs: nullable(anyObject('Log probabilities of the tokens.')) },
      ),
      'The choices, as many as `n`.',
    ),
  },
  { usage: USAGE, service_tier: text('The service tier that was used.') },
);

const chunk = object(
  {
    id: text('The id of the completion. All chunks have the same id.'),
    object: constant('chat.completion.chunk'),
    created: CREATED,
    model: text('The model that generates the response.'),
    choices: list(
      object(
        {
          index: integer('The index of the choice.'),
          delta: object(
            {},
            { role: constant('assistant'), content: nullable(text('Additional text.')), ...OUTPUT_FIELDS },
            'The delta of the message.',
          ),
          finish_reason: finishReason,
        },
        { logprobs: nullable(anyObject('Log probabilities of the tokens.')) },
      ),
      'The deltas of the choices. Empty in the chunk with the usage.',
    ),
  },
  { usage: nullable(USAGE) },
  'The data of a server-sent event. The last event is `[DONE]`.',
);

export const CHAT_COMPLETIONS: Readonly<Record<string, Schema>> = {
  ...CHAT_PARTS,
  ChatCompletionRequest: request,
  ChatCompletion: completion,
  ChatCompletionChunk: chunk,
};
