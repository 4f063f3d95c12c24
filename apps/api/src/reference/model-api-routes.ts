/** What a body is, by the name of its media type. */
export type BodyKind = 'json' | 'form' | 'events' | 'audio' | 'video' | 'file' | 'text';

export type ErrorShape = 'openai' | 'anthropic' | 'google' | 'cohere';

export interface ModelApiRoute {
  method: 'get' | 'post' | 'delete';
  path: string;
  tag: string;
  summary: string;
  /** What it reads; nothing where it is left out. */
  takes?: readonly BodyKind[];
  gives: readonly BodyKind[];
  errors: ErrorShape;
  /** Whether it becomes a WebSocket. */
  isSocket?: true;
  /** Whether it can be called without a token. */
  isPublic?: true;
}

const WHOLE_OR_STREAMED = ['json', 'events'] as const;

const chat: ModelApiRoute[] = [
  {
    ...post('/v1/chat/completions', 'Chat', 'Answer a conversation, in OpenAI’s chat format'),
    gives: WHOLE_OR_STREAMED,
  },
  {
    ...post('/v1/completions', 'Chat', 'Continue a text, in OpenAI’s older format'),
    gives: WHOLE_OR_STREAMED,
  },
  {
    ...post('/v1/messages', 'Chat', 'Answer a conversation, in Anthropic’s format'),
    gives: WHOLE_OR_STREAMED,
    errors: 'anthropic',
  },
  {
    ...post('/v1/messages/count_tokens', 'Chat', 'Count the tokens of a conversation, in Anthropic’s format'),
    errors: 'anthropic',
  },
];

const responses: ModelApiRoute[] = [
  {
    ...post('/v1/responses', 'Responses', 'Answer a conversation, in OpenAI’s responses format'),
    gives: WHOLE_OR_STREAMED,
  },
  { ...get('/v1/responses/{id}', 'Responses', 'Show a stored response'), gives: WHOLE_OR_STREAMED },
  { ...get('/v1/responses/{id}', 'Responses', 'Delete a stored response'), method: 'delete' },
  {
    ...get('/v1/responses/{id}/cancel', 'Responses', 'Cancel a response in the background'),
    method: 'post',
  },
  {
    ...get('/v1/responses', 'Responses', 'Send requests for responses over a WebSocket'),
    isSocket: true,
  },
  post('/v1/responses/input_tokens', 'Responses', 'Count the tokens of a conversation, in OpenAI’s format'),
  post('/v1/responses/compact', 'Responses', 'Replace a conversation by a summary of it'),
  get('/v1/responses/{id}/input_items', 'Responses', 'List what a stored response was an answer to'),
];

/** Google’s clients name the version that they were written for; all mean the same here. */
const google: ModelApiRoute[] = [
  googleVerb('generateContent', 'Answer a conversation, in Google’s format'),
  {
    ...googleVerb('streamGenerateContent', 'Answer a conversation chunk by chunk, in Google’s format'),
    gives: WHOLE_OR_STREAMED,
  },
  googleVerb('countTokens', 'Count the tokens of a conversation, in Google’s format'),
  googleVerb('embedContent', 'Turn a text into a vector, in Google’s format'),
  googleVerb('batchEmbedContents', 'Turn texts into vectors, in Google’s format'),
  ...['v1', 'v1alpha'].map((version) => ({
    ...post(`/${version}/models/{model}:{verb}`, 'Google', 'The same for clients of another version'),
    gives: WHOLE_OR_STREAMED,
    errors: 'google' as const,
  })),
];

const models: ModelApiRoute[] = [
  get('/v1/models', 'Models', 'List the models that the token may use'),
  get('/v1/models/{model}', 'Models', 'Show a model'),
  ...['v1beta', 'v1alpha'].flatMap((version) => [
    { ...get(`/${version}/models`, 'Models', 'List models, in Google’s format'), errors: 'google' as const },
    {
      ...get(`/${version}/models/{model}`, 'Models', 'Show a model, in Google’s format'),
      errors: 'google' as const,
    },
  ]),
];

const media: ModelApiRoute[] = [
  post('/v1/embeddings', 'Embeddings and ranking', 'Turn texts into vectors'),
  {
    ...post('/v1/rerank', 'Embeddings and ranking', 'Order texts by how well they answer a query'),
    errors: 'cohere',
  },
  {
    ...post('/v2/rerank', 'Embeddings and ranking', 'The same, where Cohere’s clients look for it'),
    errors: 'cohere',
  },
  post('/v1/moderations', 'Moderation', 'Say whether texts or images are harmful'),
  { ...post('/v1/images/generations', 'Images', 'Draw images'), gives: WHOLE_OR_STREAMED },
  {
    ...post('/v1/images/edits', 'Images', 'Change images'),
    takes: ['form', 'json'],
    gives: WHOLE_OR_STREAMED,
  },
  { ...post('/v1/audio/speech', 'Audio', 'Read a text aloud'), gives: ['audio', 'events'] },
  {
    ...post('/v1/audio/transcriptions', 'Audio', 'Write down what is said'),
    takes: ['form'],
    gives: ['json', 'text', 'events'],
  },
  {
    ...post('/v1/audio/translations', 'Audio', 'Write down in English what is said'),
    takes: ['form'],
    gives: ['json', 'text'],
  },
];

const video: ModelApiRoute[] = [
  post('/v1/video/generations', 'Video', 'Ask for a video; the answer is a task'),
  get('/v1/video/generations', 'Video', 'List tasks'),
  get('/v1/video/generations/{id}', 'Video', 'Show a task'),
  { ...get('/v1/video/generations/{id}/cancel', 'Video', 'Cancel a task'), method: 'post' },
  {
    ...get('/v1/video/generations/{id}/events', 'Video', 'Watch a task until it is done'),
    gives: ['events'],
  },
  { ...post('/v1/videos', 'Video', 'Ask for a video, in OpenAI’s format'), takes: ['json', 'form'] },
  get('/v1/videos', 'Video', 'List tasks, in OpenAI’s format'),
  get('/v1/videos/{id}', 'Video', 'Show a task, in OpenAI’s format'),
  { ...get('/v1/videos/{id}', 'Video', 'Delete a task and its video'), method: 'delete' },
  { ...get('/v1/videos/{id}/content', 'Video', 'Fetch a video'), gives: ['video'] },
];

const realtime: ModelApiRoute[] = [
  {
    ...get(
      '/v1/realtime',
      'Realtime',
      'Hold a conversation over a WebSocket, with the model that ?model= names',
    ),
    isSocket: true,
  },
  post('/v1/realtime/client_secrets', 'Realtime', 'Issue a short-lived secret for a browser'),
  post('/v1/realtime/sessions', 'Realtime', 'The same for clients of the first version'),
];

const operation: ModelApiRoute[] = [
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

/** Everything that is served beside the admin API and the pages for people. */
export const MODEL_API_ROUTES: readonly ModelApiRoute[] = [
  ...chat,
  ...responses,
  ...google,
  ...models,
  ...media,
  ...video,
  ...realtime,
  ...operation,
];

function get(path: string, tag: string, summary: string): ModelApiRoute {
  return { method: 'get', path, tag, summary, gives: ['json'], errors: 'openai' };
}

function post(path: string, tag: string, summary: string): ModelApiRoute {
  return { ...get(path, tag, summary), method: 'post', takes: ['json'] };
}

function googleVerb(verb: string, summary: string): ModelApiRoute {
  return { ...post(`/v1beta/models/{model}:${verb}`, 'Google', summary), errors: 'google' };
}
