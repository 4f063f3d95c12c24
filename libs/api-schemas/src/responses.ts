import {
  EFFORTS,
  MAX_COUNT,
  METADATA,
  MODEL,
  SERVICE_TIER,
  STREAM,
  TEMPERATURE,
  TOP_P,
  VERBOSITY,
} from './common.js';
import { RESPONSES_PARTS } from './responses-items.js';
import {
  type Schema,
  anyObject,
  constant,
  anyOf,
  integer,
  list,
  nullable,
  object,
  refer,
  text,
  boolean,
  enumeration,
} from './schema.js';

const ITEM = refer('ResponsesItem');
const TOOL = refer('ResponsesTool');

const outputFormat = object(
  { type: enumeration('The output format.', ['text', 'json_object', 'json_schema']) },
  {
    name: text('For `json_schema`: the name of the schema.'),
    schema: anyObject('A JSON Schema.'),
    description: text('The purpose of the schema.'),
    strict: { type: ['boolean', 'null'], description: 'Whether the output must match the schema exactly.' },
  },
);

const toolChoice = anyOf(
  [
    enumeration('`auto` lets the model decide, `none` disables tools, `required` forces a call.', [
      'none',
      'auto',
      'required',
    ]),
    object(
      { type: text('`function`, `custom`, `allowed_tools`, or the type of a built-in tool.') },
      {
        name: text('The tool that the model must call.'),
        namespace: text('The namespace of the tool.'),
        mode: enumeration('For `allowed_tools`: whether the model must call one of them.', [
          'auto',
          'required',
        ]),
        tools: list(
          object(
            { type: text('The tool type.') },
            { name: text('The tool name.'), namespace: text('The namespace of the tool.') },
          ),
          'For `allowed_tools`: the tools.',
        ),
      },
    ),
  ],
  'Which tools the model can or must call.',
);

const SUMMARY = ['auto', 'concise', 'detailed', 'none'];

/** The parameters that responses, token counts and compactions have in common. */
const CONVERSATION: Readonly<Record<string, Schema>> = {
  input: anyOf(
    [text('Input of the user.'), list(ITEM, 'The items of the conversation.', { min: 1 })],
    'The input. Required unless a stored prompt is used.',
  ),
  instructions: text('The system instructions.'),
  previous_response_id: text('The id of a stored response to continue.'),
  tools: list(TOOL, 'The tools that the model can call.', { max: 1024 }),
  tool_choice: toolChoice,
  parallel_tool_calls: boolean('Whether the model can call several tools in parallel.'),
  reasoning: object(
    {},
    {
      effort: enumeration('The reasoning effort.', EFFORTS),
      summary: enumeration('How to return the reasoning.', SUMMARY),
      generate_summary: enumeration('Deprecated. Use `summary`.', SUMMARY),
      mode: text('Supported only by models of OpenAI.'),
      context: text('Supported only by models of OpenAI.'),
    },
    'Reasoning settings.',
  ),
  text: object({}, { format: outputFormat, verbosity: VERBOSITY }, 'Text output settings.'),
  conversation: anyOf(
    [text('An id.'), anyObject('An id.')],
    'A conversation stored at OpenAI. Supported only by models of OpenAI.',
  ),
  prompt: anyObject('A prompt stored at OpenAI. Supported only by models of OpenAI.'),
  context_management: { description: 'Supported only by models of OpenAI.' },
  truncation: text('`disabled` or `auto`.'),
};

const request = object(
  { model: MODEL },
  {
    ...CONVERSATION,
    stream: STREAM,
    stream_options: object(
      {},
      { include_obfuscation: boolean('Whether events are padded to hide their length.') },
      'Requires `stream: true`.',
    ),
    store: boolean(
      'Whether to store the response, so that it can be retrieved and continued. Default: true.',
    ),
    background: boolean('Whether to run the response in the background. Retrieve it by its id.'),
    max_output_tokens: integer('The maximum number of output tokens, including reasoning.', {
      min: 1,
      max: MAX_COUNT,
    }),
    temperature: TEMPERATURE,
    top_p: TOP_P,
    top_logprobs: integer('The number of most likely tokens to return per position.', { min: 0, max: 20 }),
    include: list(
      text('A field, such as `reasoning.encrypted_content` or `message.output_text.logprobs`.'),
      'Additional data to include.',
    ),
    metadata: METADATA,
    service_tier: SERVICE_TIER,
    prompt_cache_key: text('Requests with the same key share a prompt cache.'),
    safety_identifier: text('A stable identifier of your end user.'),
    user: text('Deprecated. Use `safety_identifier`.'),
  },
);

const usage = object(
  {
    input_tokens: integer('Input tokens.'),
    output_tokens: integer('Output tokens, including reasoning.'),
    total_tokens: integer('Total tokens.'),
  },
  {
    input_tokens_details: object({}, { cached_tokens: integer('Tokens read from the cache.') }),
    output_tokens_details: object({}, { reasoning_tokens: integer('Reasoning tokens.') }),
  },
  'The usage of the request.',
);

const STATUSES = ['queued', 'in_progress', 'completed', 'incomplete', 'failed', 'cancelled'];

const response = object(
  {
    id: text('The id of the response.'),
    object: constant('response'),
    created_at: integer('Creation time as a Unix timestamp in seconds.'),
    status: enumeration('The status.', STATUSES),
    model: text('The model that generates the response.'),
    output: list(ITEM, 'The output items.'),
  },
  {
    error: nullable(
      object(
        { code: text('The error code.'), message: text('The error message.') },
        {},
        'The error, if the response failed.',
      ),
    ),
    incomplete_details: nullable(
      object(
        { reason: text('`max_output_tokens` or `content_filter`.') },
        {},
        'Why the response is incomplete.',
      ),
    ),
    usage: nullable(usage),
    background: { type: ['boolean', 'null'], description: 'Whether the response runs in the background.' },
    completed_at: nullable(integer('Completion time as a Unix timestamp in seconds.')),
    previous_response_id: nullable(text('The response that this one continues.')),
    instructions: nullable({ description: 'The instructions of the request.' }),
    metadata: nullable(METADATA),
    service_tier: nullable(text('The service tier that was used.')),
    store: { type: ['boolean', 'null'], description: 'Whether the response is stored.' },
  },
  'The response also contains the settings of its request.',
);

const event = object(
  {
    type: text(
      'The event type, such as `response.created`, `response.output_item.added`, `response.output_text.delta` or `response.completed`.',
    ),
    sequence_number: integer('The position of the event, from 0.'),
  },
  {
    response: refer('Response', 'The response. Only in the first and the last events.'),
    output_index: integer('The index of the output item.'),
    content_index: integer('The index of the content part.'),
    item_id: text('The id of the output item.'),
    item: ITEM,
    part: anyObject('A content part.'),
    delta: text('Additional text.'),
    text: text('The complete text.'),
    arguments: text('The complete arguments of a call.'),
  },
  'The data of a server-sent event. The event name equals `type`.',
);

export const RESPONSES: Readonly<Record<string, Schema>> = {
  ...RESPONSES_PARTS,
  ResponsesRequest: request,
  Response: response,
  ResponsesEvent: event,
  ResponsesCountRequest: object({ model: MODEL }, CONVERSATION),
  ResponsesCount: object({
    object: constant('response.input_tokens'),
    input_tokens: integer('Input tokens.'),
  }),
  ResponsesCompaction: object({
    id: text('The id.'),
    object: constant('response.compaction'),
    created_at: integer('Creation time as a Unix timestamp in seconds.'),
    output: list(ITEM, 'The items to send instead of the previous conversation.'),
    usage: nullable(usage),
  }),
  ResponsesItemList: object({
    object: constant('list'),
    data: list(ITEM, 'The items.'),
    first_id: nullable(text('The id of the first item.')),
    last_id: nullable(text('The id of the last item.')),
    has_more: boolean('Whether more items are available.'),
  }),
  DeletedResponse: object({ id: text('The id.'), object: constant('response'), deleted: boolean('True.') }),
};
