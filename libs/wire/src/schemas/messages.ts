import { MAX_MESSAGES } from '../json-scan/json-limits.js';
import { MAX_COUNT, MODEL, STREAM } from './common.js';
import { ANSWER_BLOCK, MESSAGES_PARTS, SYSTEM, TURN } from './messages-blocks.js';
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
  truth,
  word,
} from './schema.js';

const outputFormat = object(
  { type: constant('json_schema'), schema: anyObject('A JSON Schema.') },
  {},
  'JSON that follows a schema.',
);

/** What an answer and a count are both asked for with. */
const CONVERSATION: Readonly<Record<string, Schema>> = {
  system: SYSTEM,
  tools: list(refer('MessagesTool'), 'What the model may call.'),
  tool_choice: object(
    { type: word('What the choice is.', ['auto', 'any', 'tool', 'none']) },
    {
      name: text('For `tool`: the tool that must be called.'),
      disable_parallel_tool_use: truth('Whether the model may make only one call at once.'),
    },
    'Whether and which tools are to be called.',
  ),
  thinking: object(
    { type: word('Whether to think.', ['enabled', 'adaptive', 'disabled', 'between_tools']) },
    {
      budget_tokens: integer('For `enabled`: the most tokens to think with, less than `max_tokens`.', {
        min: 1024,
      }),
      display: word('Whether to show it.', ['summarized', 'omitted']),
    },
    'Whether the model thinks first.',
  ),
  output_config: object(
    {},
    {
      effort: word('How much a reasoning model thinks first.', ['low', 'medium', 'high', 'xhigh', 'max']),
      format: outputFormat,
    },
    'How much to think, and what the answer looks like.',
  ),
  output_format: { ...outputFormat, description: 'The older place of `output_config.format`.' },
};

const request = object(
  {
    model: MODEL,
    max_tokens: integer('The most tokens that the answer may have.', { min: 0, max: MAX_COUNT }),
    messages: list(TURN, 'The conversation, oldest turn first.', { min: 1, max: MAX_MESSAGES }),
  },
  {
    ...CONVERSATION,
    stream: STREAM,
    temperature: number('How much chance there is in the choice of words.', { min: 0, max: 1 }),
    top_p: number('Only the likeliest words that together reach this share are considered.', {
      min: 0,
      max: 1,
    }),
    top_k: integer('Only so many of the likeliest words are considered.', { min: 0 }),
    stop_sequences: list(name('A text.'), 'Where the answer ends.'),
    metadata: object({}, { user_id: text('Your own name for the person who asks.') }),
    service_tier: word('The class of service.', ['auto', 'standard_only']),
    container: text('State at one service. Only models of that service take it.'),
    mcp_servers: list(anyObject('A server.'), 'Only models of Anthropic’s own service take it.'),
    compaction: anyObject('Only models of Anthropic’s own service take it.'),
    thread: anyObject('Only models of Anthropic’s own service take it.'),
    context_management: anyObject('Only models of Anthropic’s own service take it.'),
  },
);

const usage = object(
  {
    input_tokens: integer('Tokens of the request beside those of the cache.'),
    output_tokens: integer('Tokens of the answer.'),
  },
  {
    cache_creation_input_tokens: integer('Tokens that were written into a cache.'),
    cache_read_input_tokens: integer('Tokens that were read from a cache.'),
    output_tokens_details: object({}, { thinking_tokens: integer('Tokens of reasoning.') }),
    server_tool_use: object({}, { web_search_requests: integer('Web searches.') }),
    service_tier: nullable(text('The class of service that was given.')),
  },
  'What was used.',
);

const STOP_REASONS = ['end_turn', 'max_tokens', 'stop_sequence', 'tool_use', 'pause_turn', 'refusal'];

const response = object(
  {
    id: text('The id of the answer.'),
    type: constant('message'),
    role: constant('assistant'),
    model: text('The model that answered.'),
    content: list(ANSWER_BLOCK, 'The answer, block by block.'),
    stop_reason: nullable(word('Why it ended.', STOP_REASONS)),
    stop_sequence: nullable(text('Which of `stop_sequences` ended it.')),
    usage,
  },
  { container: nullable(anyObject('State at the service.')) },
);

const event = object(
  {
    type: word('What has happened.', [
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
    message: anyObject('In `message_start`: the message, still without content.'),
    index: integer('Which block it is about.'),
    content_block: anyObject('In `content_block_start`: the block, still empty.'),
    delta: anyObject(
      'What is new: `text_delta`, `thinking_delta`, `input_json_delta`, `signature_delta`; or why it ended.',
    ),
    usage: anyObject('In `message_delta`: what was used.'),
  },
  'The data of one event, which has the same name as its `type`.',
);

const countRequest = object(
  {
    model: MODEL,
    messages: list(TURN, 'The conversation, oldest turn first.', { min: 1, max: MAX_MESSAGES }),
  },
  CONVERSATION,
);

export const MESSAGES: Readonly<Record<string, Schema>> = {
  ...MESSAGES_PARTS,
  MessagesRequest: request,
  MessagesResponse: response,
  MessagesEvent: event,
  MessagesCountRequest: countRequest,
  MessagesCount: object({ input_tokens: integer('Tokens of the request.') }),
};
