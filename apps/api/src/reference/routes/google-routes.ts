import { type ModelApiRoute, JSON_OR_EVENTS, describeJson, post } from './route.js';

const HELLO = { contents: [{ role: 'user', parts: [{ text: 'Hello!' }] }] };
const HARBOUR = { content: { parts: [{ text: 'A harbour in the morning' }] } };

/** Google’s clients send the version that they were written for. All versions are served in the same way. */
export const GOOGLE_ROUTES: readonly ModelApiRoute[] = [
  {
    ...googleVerb('generateContent', 'Generate content (Google format)'),
    ...describeJson('GenerateContentRequest', 'GenerateContentResponse'),
    description: 'You can also send the token as `x-goog-api-key`, or as `?key=`, as Google’s SDKs do.',
    capability: 'chat',
    example: HELLO,
  },
  {
    ...googleVerb('streamGenerateContent', 'Generate content as a stream (Google format)'),
    ...describeJson('GenerateContentRequest', 'GenerateContentResponse', 'GenerateContentResponse'),
    query: [
      {
        name: 'alt',
        description: '`sse` for server-sent events; if omitted, the response is a JSON array that grows.',
        schema: { type: 'string', enum: ['sse', 'json'] },
      },
    ],
    returns: JSON_OR_EVENTS,
    capability: 'chat',
    example: HELLO,
  },
  {
    ...googleVerb('countTokens', 'Count tokens (Google format)'),
    ...describeJson('CountTokensRequest', 'CountTokensResponse'),
    capability: 'chat',
    example: HELLO,
  },
  {
    ...googleVerb('embedContent', 'Create an embedding (Google format)'),
    ...describeJson('EmbedContentRequest', 'EmbedContentResponse'),
    capability: 'embeddings',
    example: HARBOUR,
  },
  {
    ...googleVerb('batchEmbedContents', 'Create embeddings (Google format)'),
    ...describeJson('BatchEmbedContentsRequest', 'BatchEmbedContentsResponse'),
    capability: 'embeddings',
    example: { requests: [HARBOUR, { content: { parts: [{ text: 'A train at night' }] } }] },
  },
  {
    ...googleVerb('predictLongRunning', 'Create a video operation (Google format)'),
    ...describeJson('PredictLongRunningRequest', 'Operation'),
    capability: 'video',
    example: { instances: [{ prompt: 'A harbour in the morning' }], parameters: { durationSeconds: 4 } },
  },
  ...['v1', 'v1alpha'].map((version) => ({
    ...post(`/${version}/models/{model}:{verb}`, 'Google', `The same for SDKs that use ${version}`),
    returns: JSON_OR_EVENTS,
    errors: 'google' as const,
  })),
];

function googleVerb(verb: string, summary: string): ModelApiRoute {
  return { ...post(`/v1beta/models/{model}:${verb}`, 'Google', summary), errors: 'google' };
}
