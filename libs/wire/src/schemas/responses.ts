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
  either,
  integer,
  list,
  nullable,
  object,
  refer,
  text,
  truth,
  word,
} from './schema.js';

const ITEM = refer('ResponsesItem');
const TOOL = refer('ResponsesTool');

const outputFormat = object(
  { type: word('What the answer is.', ['text', 'json_object', 'json_schema']) },
  {
    name: text('For a schema: its name.'),
    schema: anyObject('A JSON Schema.'),
    description: text('What it is for.'),
    strict: { type: ['boolean', 'null'], description: 'Whether the answer follows the schema exactly.' },
  },
);

const toolChoice = either(
  [
    word('Leave it to the model, forbid it, or demand a call.', ['none', 'auto', 'required']),
    object(
      { type: text('`function`, `custom`, `allowed_tools`, or the kind of a tool.') },
      {
        name: text('The tool that must be called.'),
        namespace: text('The group that it stands in.'),
        mode: word('For `allowed_tools`: whether one must be called.', ['auto', 'required']),
        tools: list(
          object(
            { type: text('Its kind.') },
            { name: text('Its name.'), namespace: text('The group that it stands in.') },
          ),
          'For `allowed_tools`: which.',
        ),
      },
    ),
  ],
  'Whether and which tools are to be called.',
);

const SUMMARY = ['auto', 'concise', 'detailed', 'none'];

/** What an answer, a count and a summary are asked for with. */
const CONVERSATION: Readonly<Record<string, Schema>> = {
  input: either(
    [text('What the user says.'), list(ITEM, 'The conversation, item by item.', { min: 1 })],
    'What to answer. Required unless a stored prompt is named.',
  ),
  instructions: text('What the model is told to be and to do.'),
  previous_response_id: text('Go on with this response, which is stored here.'),
  tools: list(TOOL, 'What the model may call.', { max: 1024 }),
  tool_choice: toolChoice,
  parallel_tool_calls: truth('Whether the model may make several calls at once.'),
  reasoning: object(
    {},
    {
      effort: word('How much a reasoning model thinks first.', EFFORTS),
      summary: word('Whether to show it.', SUMMARY),
      generate_summary: word('The older name of `summary`.', SUMMARY),
      mode: text('Only models of OpenAI’s own service take it.'),
      context: text('Only models of OpenAI’s own service take it.'),
    },
    'Whether and how much the model thinks first.',
  ),
  text: object({}, { format: outputFormat, verbosity: VERBOSITY }, 'What the answer looks like.'),
  conversation: either(
    [text('An id.'), anyObject('An id.')],
    'State at OpenAI. Only models of its own service take it.',
  ),
  prompt: anyObject('A prompt that is stored at OpenAI. Only models of its own service take it.'),
  context_management: { description: 'Only models of OpenAI’s own service take it.' },
  truncation: text('`disabled` or `auto`.'),
};

const request = object(
  { model: MODEL },
  {
    ...CONVERSATION,
    stream: STREAM,
    stream_options: object(
      {},
      { include_obfuscation: truth('Whether events are padded to hide their length.') },
      'Only together with `stream: true`.',
    ),
    store: truth('Whether the response can be continued from and fetched. True where it is left out.'),
    background: truth('Whether it runs while nobody waits. Ask for it by its id.'),
    max_output_tokens: integer('The most tokens that the answer may have, reasoning included.', {
      min: 1,
      max: MAX_COUNT,
    }),
    temperature: TEMPERATURE,
    top_p: TOP_P,
    top_logprobs: integer('How many alternatives to tell for each token.', { min: 0, max: 20 }),
    include: list(
      text('Such as `reasoning.encrypted_content` or `message.output_text.logprobs`.'),
      'What else to tell.',
    ),
    metadata: METADATA,
    service_tier: SERVICE_TIER,
    prompt_cache_key: text('Requests with the same key share a cache of their prompts.'),
    safety_identifier: text('Your own name for the person who asks.'),
    user: text('The older name of `safety_identifier`.'),
  },
);

const usage = object(
  {
    input_tokens: integer('Tokens of the request.'),
    output_tokens: integer('Tokens of the answer, reasoning included.'),
    total_tokens: integer('Both together.'),
  },
  {
    input_tokens_details: object({}, { cached_tokens: integer('Those that were read from a cache.') }),
    output_tokens_details: object({}, { reasoning_tokens: integer('Those of reasoning.') }),
  },
  'What was used.',
);

const STATUSES = ['queued', 'in_progress', 'completed', 'incomplete', 'failed', 'cancelled'];

const response = object(
  {
    id: text('The id of the response.'),
    object: constant('response'),
    created_at: integer('When it was made, in seconds since 1970.'),
    status: word('How far it is.', STATUSES),
    model: text('The model that answers.'),
    output: list(ITEM, 'The answer, item by item.'),
  },
  {
    error: nullable(
      object(
        { code: text('What kind of error it is.'), message: text('What went wrong.') },
        {},
        'Why it failed.',
      ),
    ),
    incomplete_details: nullable(
      object({ reason: text('`max_output_tokens` or `content_filter`.') }, {}, 'Why it is not whole.'),
    ),
    usage: nullable(usage),
    background: { type: ['boolean', 'null'], description: 'Whether it runs while nobody waits.' },
    completed_at: nullable(integer('When it was done, in seconds since 1970.')),
    previous_response_id: nullable(text('The response that it goes on with.')),
    instructions: nullable({ description: 'As they were asked for.' }),
    metadata: nullable(METADATA),
    service_tier: nullable(text('The class of service that was given.')),
    store: { type: ['boolean', 'null'], description: 'Whether it is kept here.' },
  },
  'It also repeats the settings of its request.',
);

const event = object(
  {
    type: text(
      'Such as `response.created`, `response.output_item.added`, `response.output_text.delta`, `response.completed`.',
    ),
    sequence_number: integer('Counts the events from 0.'),
  },
  {
    response: refer('Response', 'In the first and the last events.'),
    output_index: integer('Which item it is about.'),
    content_index: integer('Which part of the item it is about.'),
    item_id: text('The id of that item.'),
    item: ITEM,
    part: anyObject('A part of an item.'),
    delta: text('More text.'),
    text: text('The whole text.'),
    arguments: text('The whole arguments of a call.'),
  },
  'The data of one event, which has the same name as its `type`.',
);

export const RESPONSES: Readonly<Record<string, Schema>> = {
  ...RESPONSES_PARTS,
  ResponsesRequest: request,
  Response: response,
  ResponsesEvent: event,
  ResponsesCountRequest: object({ model: MODEL }, CONVERSATION),
  ResponsesCount: object({
    object: constant('response.input_tokens'),
    input_tokens: integer('Tokens of the request.'),
  }),
  ResponsesCompaction: object({
    id: text('Its id.'),
    object: constant('response.compaction'),
    created_at: integer('When it was made, in seconds since 1970.'),
    output: list(ITEM, 'What to send in the place of the conversation from now on.'),
    usage: nullable(usage),
  }),
  ResponsesItemList: object({
    object: constant('list'),
    data: list(ITEM, 'The items.'),
    first_id: nullable(text('The first of them.')),
    last_id: nullable(text('The last of them.')),
    has_more: truth('Whether there are further ones.'),
  }),
  DeletedResponse: object({ id: text('Its id.'), object: constant('response'), deleted: truth('True.') }),
};
