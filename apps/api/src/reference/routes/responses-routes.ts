import {
  type ModelApiRoute,
  type QueryParameter,
  WHOLE_OR_STREAMED,
  describeJson,
  get,
  listQuery,
  post,
} from './route.js';

const QUESTION = { model: 'sandbox-chat', input: 'Hello!' };

const EVENTS_QUERY: readonly QueryParameter[] = [
  { name: 'stream', description: 'Whether to follow its events.', schema: { type: 'boolean' } },
  {
    name: 'starting_after',
    description: 'With `stream=true`: the number of the last event that you have.',
    schema: { type: 'integer', minimum: 0 },
  },
];

const ITEMS_QUERY = listQuery('item');

export const RESPONSES_ROUTES: readonly ModelApiRoute[] = [
  {
    ...post('/v1/responses', 'Responses', 'Answer a conversation, in OpenAI’s responses format'),
    ...describeJson('ResponsesRequest', 'Response', 'ResponsesEvent'),
    about:
      'Works with every chat model, whatever service runs it. Conversations are kept here: `previous_response_id` works even where ' +
      'the model service keeps nothing.',
    gives: WHOLE_OR_STREAMED,
    capability: 'chat',
    example: QUESTION,
  },
  {
    ...get('/v1/responses/{id}', 'Responses', 'Show a stored response'),
    ...describeJson(undefined, 'Response', 'ResponsesEvent'),
    query: EVENTS_QUERY,
    gives: WHOLE_OR_STREAMED,
  },
  {
    ...get('/v1/responses/{id}', 'Responses', 'Delete a stored response'),
    ...describeJson(undefined, 'DeletedResponse'),
    method: 'delete',
  },
  {
    ...get('/v1/responses/{id}/cancel', 'Responses', 'Cancel a response in the background'),
    ...describeJson(undefined, 'Response'),
    method: 'post',
  },
  {
    ...get('/v1/responses', 'Responses', 'Send requests for responses over a WebSocket'),
    about:
      'Each message is `{"type": "response.create", …}` with the members of a request; the events come back as messages.',
    isSocket: true,
  },
  {
    ...post(
      '/v1/responses/input_tokens',
      'Responses',
      'Count the tokens of a conversation, in OpenAI’s format',
    ),
    ...describeJson('ResponsesCountRequest', 'ResponsesCount'),
    capability: 'chat',
    example: QUESTION,
  },
  {
    ...post('/v1/responses/compact', 'Responses', 'Replace a conversation by a summary of it'),
    ...describeJson('ResponsesRequest', 'ResponsesCompaction'),
    capability: 'chat',
    example: QUESTION,
  },
  {
    ...get('/v1/responses/{id}/input_items', 'Responses', 'List what a stored response was an answer to'),
    ...describeJson(undefined, 'ResponsesItemList'),
    query: ITEMS_QUERY,
  },
];
