import { type ModelApiRoute, describeJson, get, post } from './route.js';

const SECRET = {
  ...describeJson('ClientSecretRequest', 'ClientSecret'),
  capability: 'realtime',
  example: { session: { type: 'realtime', model: 'sandbox-realtime' } },
} as const;

export const REALTIME_ROUTES: readonly ModelApiRoute[] = [
  {
    ...get('/v1/realtime', 'Realtime', 'Start a realtime session over a WebSocket'),
    description:
      'Messages are events of OpenAI’s realtime API, such as `session.update` and `response.create`. For models without a realtime API, ' +
      'the gateway runs the session itself and uses other models for transcription and speech.',
    query: [
      { name: 'model', description: 'The name of the model.', schema: { type: 'string' }, isRequired: true },
      {
        name: 'session_id',
        description: 'The session id of its requests, like the header `x-session-id`.',
        schema: { type: 'string' },
      },
    ],
    isSocket: true,
  },
  {
    ...post('/v1/realtime/client_secrets', 'Realtime', 'Create a short-lived secret for a browser'),
    ...SECRET,
  },
  {
    ...post('/v1/realtime/sessions', 'Realtime', 'Create a secret, for SDKs of the first version'),
    example: { model: 'sandbox-realtime' },
    capability: 'realtime',
  },
];

export const OPERATION_ROUTES: readonly ModelApiRoute[] = [
  { ...get('/healthz', 'Operation', 'Check whether the process is alive'), isPublic: true },
  { ...get('/readyz', 'Operation', 'Check whether the process accepts requests'), isPublic: true },
  { ...get('/metrics', 'Operation', 'Get the Prometheus metrics'), returns: ['text'], isPublic: true },
  {
    ...get('/media/{file}', 'Operation', 'Download a file by its signed link'),
    returns: ['file'],
    isPublic: true,
  },
  { ...get('/openapi.json', 'Operation', 'Get this reference as OpenAPI'), isPublic: true },
];
