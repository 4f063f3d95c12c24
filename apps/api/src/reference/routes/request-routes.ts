import { type ModelApiRoute, describeJson, get } from './route.js';

export const REQUEST_ROUTES: readonly ModelApiRoute[] = [
  {
    ...get('/v1/requests/{id}', 'Requests', 'Show what a request has cost, once it has ended'),
    ...describeJson(undefined, 'EndedRequest'),
    about:
      'By its `x-request-id`, or by the id of a video task. A stream has its headers before its cost is known, so that is asked for here.',
    query: [
      {
        name: 'wait_ms',
        description: 'For how long a request is waited for that has just ended.',
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
        description: 'As `x-session-id` named it.',
        schema: { type: 'string', maxLength: 128 },
        isRequired: true,
      },
    ],
  },
];
