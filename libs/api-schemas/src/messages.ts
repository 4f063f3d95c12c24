import { MAX_MESSAGES } from '#canonical';
import { MAX_COUNT, MODEL, STREAM } from './common.js';
import { CONTENT_BLOCK, MESSAGES_PARTS, SYSTEM, MESSAGE } from './messages-blocks.js';
import {
  type Schema,
  anyObject,
  constant,
  integer,
  list,
  name,
  nullable,
  number,
  object,
  refer,
  text,
  boolean,
  enumeration,
} from './schema.js';

const outputFormat = object(
  { type: constant('json_schema'), schema: anyObject('A JSON Schema.') },
  {},
  'JSON that matches a schema.',
);

/** The parameters that messages and token counts have in common. */
const CONVERSATION: Readonly<Record<string, Schema>> = {
  system: SYSTEM,
  tools: list(refer('MessagesTool'), 'The tools that the model can call.'),
  tool_choice: object(
    { type: enumeration('The type of the choice.', ['auto', 'any', 'tool', 'none']) },
    {
      name: text('For `tool`: the tool that must be called.'),
      disable_parallel_tool_use: boolean('Whether to disable parallel tool calls.'),
    },
    'Which tools the model can or must call.',
  ),
  thinking: object(
    { type: enumeration('The reasoning mode.', ['enabled', 'adaptive', 'disabled', 'between_tools']) },
    {
      budget_tokens: integer(
        'For `enabled`: the maximum number of thinking tokens. Must be less than `max_tokens`.',
        {
          min: 1024,
        },
      ),
      display: enumeration('How to return the reasoning.', ['summarized', 'omitted']),
    },
    'Thinking settings.',
  ),
  output_config: object(
    {},
    {
      effort: enumeration('The reasoning effort.', ['low', 'medium', 'high', 'xhigh', 'max']),
      format: outputFormat,
    },
    'Reasoning effort and output format.',
  ),
  output_format: { ...outputFormat, description: 'Deprecated. Use `output_config.format`.' },
};

const request = object(
  {
    model: MODEL,
    max_tokens: integer('The maximum number of output tokens.', { min: 0, max: MAX_COUNT }),
    messages: list(MESSAGE, 'The messages of the conversation, oldest first.', { min: 1, max: MAX_MESSAGES }),
  },
  {
    ...CONVERSATION,
    stream: STREAM,
    temperature: number('The sampling temperature. Higher values make the output more random.', {
      min: 0,
      max: 1,
    }),
    top_p: number('Nucleus sampling: sample only from the most likely tokens with this total probability.', {
      min: 0,
      max: 1,
    }),
    top_k: integer('Sample only from this many of the most likely tokens.', { min: 0 }),
    stop_sequences: list(name('A string.'), 'Sequences that end the output.'),
    metadata: object({}, { user_id: text('A stable identifier of your end user.') }),
    service_tier: enumeration('The service tier.', ['auto', 'standard_only']),
    container: text('A container at the provider. Supported only by models of that provider.'),
    mcp_servers: list(anyObject('A server.'), 'Supported only by models of Anthropic.'),
    compaction: anyObject('Supported only by models of Anthropic.'),
    thread: anyObject('Supported only by models of Anthropic.'),
    context_management: anyObject('Supported only by models of Anthropic.'),
  },
);

const usage = object(
  {
    input_tokens: integer('Input tokens, not counting cached tokens.'),
    output_tokens: integer('Output tokens.'),
  },
  {
    cache_creation_input_tokens: integer('Tokens written to the cache.'),
    cache_read_input_tokens: integer('Tokens read from the cache.'),
    output_tokens_details: object({}, { thinking_tokens: integer('Reasoning tokens.') }),
    server_tool_use: object({}, { web_search_requests: integer('The number of web searches.') }),
    service_tier: nullable(text('The service tier that was used.')),
  },
  'The usage of the request.',
);

const STOP_REASONS = ['end_turn', 'max_tokens', 'stop_sequence', 'tool_use', 'pause_turn', 'refusal'];

const response = object(
  {
    id: text('The id of the response.'),
    type: constant('message'),
    role: constant('assistant'),
    model: text('The model that generated the response.'),
    content: list(CONTENT_BLOCK, 'The content blocks of the response.'),
    stop_reason: nullable(enumeration('Why the generation stopped.', STOP_REASONS)),
    stop_sequence: nullable(text('The stop sequence that ended the response, if any.')),
    usage,
  },
  { container: nullable(anyObject('The container at the provider.')) },
);

const event = object(
  {
    type: enumeration('The event type.', [
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
      'ping',
      'error',
    ]),
  },
  {
    message: anyObject('In `message_start`: the message without its content.'),
    index: integer('The index of the content block.'),
    content_block: anyObject('In `content_block_start`: the empty block.'),
    delta: anyObject(
      'The delta: `text_delta`, `thinking_delta`, `input_json_delta`, `signature_delta`, or the stop reason.',
    ),
    usage: anyObject('In `message_delta`: the token usage.'),
  },
  'The data of a server-sent event. The event name equals `type`.',
);

const countRequest = object(
  {
    model: MODEL,
    messages: list(MESSAGE, 'The messages of the conversation, oldest first.', { min: 1, max: MAX_MESSAGES }),
  },
  CONVERSATION,
);

export const MESSAGES: Readonly<Record<string, Schema>> = {
  ...MESSAGES_PARTS,
  MessagesRequest: request,
  MessagesResponse: response,
  MessagesEvent: event,
  MessagesCountRequest: countRequest,
  MessagesCount: object({ input_tokens: integer('Input tokens.') }),
};
