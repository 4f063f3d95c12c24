/** A route that reads or deletes a stored response, and is therefore limited by the limit on reads. */
export interface ReadRow {
  name: string;
  method: 'GET' | 'DELETE';
  /** As it is in the API's table of routes. */
  route: string;
  /** The status of the second of two reads. */
  repeated: 200 | 404;
}

const row = (method: ReadRow['method'], route: string, repeated: ReadRow['repeated'] = 200): ReadRow => ({
  name: `${method} ${route}`,
  method,
  route,
  repeated,
});

export const READ_ROWS: readonly ReadRow[] = [
  row('GET', '/v1/responses/:id'),
  row('GET', '/v1/responses/:id/input_items'),
  row('DELETE', '/v1/responses/:id', 404),
];

const KNOWN_MODELS = 'lists the models of the token from memory';
const ONE_TASK = 'reads rows of the owner by an index; video.spec.ts proves that they are no one else’s';

/** Routes of the model API that are not POST and have no row, each with the reason. */
export const EXEMPT_READS: Readonly<Record<string, string>> = {
  'GET /v1/models': KNOWN_MODELS,
  'GET /v1beta/models': KNOWN_MODELS,
  'GET /v1alpha/models': KNOWN_MODELS,
  'GET /v1/models/*': KNOWN_MODELS,
  'GET /v1beta/models/*': KNOWN_MODELS,
  'GET /v1alpha/models/*': KNOWN_MODELS,
  'GET /v1/requests': 'reads at most a hundred rows of the owner by an index',
  'GET /v1/requests/:id': 'reads one row; at most a hundred callers wait at a time',
  'GET /v1/responses': 'a WebSocket, whose messages are a surface of their own',
  'GET /v1/realtime': 'a WebSocket, proven in sessions.cases.ts',
  'GET /v1/videos': ONE_TASK,
  'GET /v1/videos/:id': ONE_TASK,
  'DELETE /v1/videos/:id': ONE_TASK,
  'GET /v1/videos/:id/content': ONE_TASK,
  'GET /v1/video/generations': ONE_TASK,
  'GET /v1/video/generations/:id': ONE_TASK,
  'GET /v1/video/generations/:id/events': ONE_TASK,
  'GET /v1beta/models/:model/operations/:id': ONE_TASK,
  'GET /v1alpha/models/:model/operations/:id': ONE_TASK,
  'GET /v1beta/operations/:id': ONE_TASK,
  'GET /v1alpha/operations/:id': ONE_TASK,
  'GET /v1beta/files/*': ONE_TASK,
  'GET /v1alpha/files/*': ONE_TASK,
};
