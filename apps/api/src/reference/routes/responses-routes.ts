import {
  type ModelApiRoute,
  type QueryParameter,
  JSON_OR_EVENTS,
  describeJson,
  get,
  listQuery,
  post,
} from './route.js';

const QUESTION = { model: 'sandbox-chat', input: 'Hello!' };

const EVENTS_QUERY: readonly QueryParameter[] = [
  { name: 'stream', description: 'Stream its events.', schema: { type: 'boolean' } },
  {
    name: 'starting_after',
    description: 'With `stream=true`: the number of the last event that you received.',
    schema: { type: 'integer', minimum: 0 },
  },
];

const ITEMS_QUERY = listQuery('item');

export const RESPONSES_ROUTES: readonly ModelApiRoute[] = [
  {
    ...post('/v1/responses', 'Responses', 'Create a response (OpenAI format)'),
    ...describeJson('ResponsesRequest', 'Response', 'ResponsesEvent'),
    description:
      'Works with every chat model of every provider. The gateway stores conversations: `previous_response_id` works even if ' +
      'the provider stores nothing.',
    returns: JSON_OR_EVENTS,
    capability: 'chat',
    example: QUESTION,
  },
  {
    ...get('/v1/responses/{id}', 'Responses', 'Get a stored response'),
    ...describeJson(undefined, 'Response', 'ResponsesEvent'),
    query: EVENTS_QUERY,
    returns: JSON_OR_EVENTS,
  },
  {
    ...get('/v1/responses/{id}', 'Responses', 'Delete a stored response'),
    ...describeJson(undefined, 'DeletedResponse'),
    method: 'delete',
  },
  {
    ...get('/v1/responses/{id}/cancel', 'Responses', 'Cancel a background response'),
    ...describeJson(undefined, 'Response'),
    method: 'post',
  },
  {
    ...get('/v1/responses', 'Responses', 'Create responses over a WebSocket'),
    description:
      'Each message is `{"type": "response.create", …}` with the fields of a request; the events are returned as messages.',
    isSocket: true,
  },
  {
    ...post('/v1/responses/input_tokens', 'Responses', 'Count the tokens of a response (OpenAI format)'),
    ...describeJson('ResponsesCountRequest', 'ResponsesCount'),
    capability: 'chat',
    example: QUESTION,
  },
  {
    ...post('/v1/responses/compact', 'Responses', 'Compact a conversation to a summary'),
    ...describeJson('ResponsesRequest', 'ResponsesCompaction'),
    capability: 'chat',
    example: QUESTION,
  },
  {
    ...get('/v1/responses/{id}/input_items', 'Responses', 'List the input items of a stored response'),
    ...describeJson(undefined, 'ResponsesItemList'),
    query: ITEMS_QUERY,
  },
];
