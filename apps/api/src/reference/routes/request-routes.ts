import { type ModelApiRoute, describeJson, get } from './route.js';

export const REQUEST_ROUTES: readonly ModelApiRoute[] = [
  {
    ...get('/v1/requests/{id}', 'Requests', 'Get the cost and outcome of a finished request'),
    ...describeJson(undefined, 'EndedRequest'),
    description:
      'The id is the `x-request-id` of the response, or the id of a video task. Use it for streams, whose headers are sent before the cost is known, and for requests that the gateway has refused.',
    query: [
      {
        name: 'wait_ms',
        description: 'How long to wait for a request that has just finished, in milliseconds.',
        schema: { type: 'integer', minimum: 0, maximum: 5000 },
      },
    ],
  },
  {
    ...get('/v1/requests', 'Requests', 'List the last hundred requests of a session'),
    ...describeJson(undefined, 'EndedRequestList'),
    query: [
      {
        name: 'session_id',
        description: 'The `x-session-id` of the requests.',
        schema: { type: 'string', maxLength: 128 },
        isRequired: true,
      },
    ],
  },
];
