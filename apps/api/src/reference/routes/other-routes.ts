import { type ModelApiRoute, describeJson, get, post } from './route.js';

const SECRET = {
  ...describeJson('ClientSecretRequest', 'ClientSecret'),
  capability: 'realtime',
  example: { session: { type: 'realtime', model: 'sandbox-realtime' } },
} as const;

export const REALTIME_ROUTES: readonly ModelApiRoute[] = [
  {
    ...get(
      '/v1/realtime',
      'Realtime',
      'Hold a conversation over a WebSocket, with the model that ?model= names',
    ),
    about:
      'Messages are the events of OpenAI’s realtime API, such as `session.update` and `response.create`. Models without an API of ' +
      'this kind are bridged: they listen, answer and speak by way of other models.',
    query: [
      { name: 'model', description: 'The name of the model.', schema: { type: 'string' }, isRequired: true },
      {
        name: 'session_id',
        description: 'What its requests are found by, as with the header `x-session-id`.',
        schema: { type: 'string' },
      },
    ],
    isSocket: true,
  },
  {
    ...post('/v1/realtime/client_secrets', 'Realtime', 'Issue a short-lived secret for a browser'),
    ...SECRET,
  },
  {
    ...post('/v1/realtime/sessions', 'Realtime', 'The same for clients of the first version'),
    example: { model: 'sandbox-realtime' },
    capability: 'realtime',
  },
];

export const OPERATION_ROUTES: readonly ModelApiRoute[] = [
  { ...get('/healthz', 'Operation', 'Whether the process is alive'), isPublic: true },
  { ...get('/readyz', 'Operation', 'Whether the process takes requests'), isPublic: true },
  { ...get('/metrics', 'Operation', 'Figures for Prometheus'), gives: ['text'], isPublic: true },
  {
    ...get('/media/{file}', 'Operation', 'Fetch a file by its signed link'),
    gives: ['file'],
    isPublic: true,
  },
  { ...get('/openapi.json', 'Operation', 'This description, for programs'), isPublic: true },
];
