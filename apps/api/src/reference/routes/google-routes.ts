import { type ModelApiRoute, WHOLE_OR_STREAMED, describeJson, post } from './route.js';

const HELLO = { contents: [{ role: 'user', parts: [{ text: 'Hello!' }] }] };
const HARBOUR = { content: { parts: [{ text: 'A harbour in the morning' }] } };

/** Google’s clients name the version that they were written for; all mean the same here. */
export const GOOGLE_ROUTES: readonly ModelApiRoute[] = [
  {
    ...googleVerb('generateContent', 'Answer a conversation, in Google’s format'),
    ...describeJson('GenerateContentRequest', 'GenerateContentResponse'),
    about: 'The token may also be sent as `x-goog-api-key`, or as `?key=`, as Google’s clients do.',
    capability: 'chat',
    example: HELLO,
  },
  {
    ...googleVerb('streamGenerateContent', 'Answer a conversation chunk by chunk, in Google’s format'),
    ...describeJson('GenerateContentRequest', 'GenerateContentResponse', 'GenerateContentResponse'),
    query: [
      {
        name: 'alt',
        description: '`sse` for server-sent events; a JSON array that grows where it is left out.',
        schema: { type: 'string', enum: ['sse', 'json'] },
      },
    ],
    gives: WHOLE_OR_STREAMED,
    capability: 'chat',
    example: HELLO,
  },
  {
    ...googleVerb('countTokens', 'Count the tokens of a conversation, in Google’s format'),
    ...describeJson('CountTokensRequest', 'CountTokensResponse'),
    capability: 'chat',
    example: HELLO,
  },
  {
    ...googleVerb('embedContent', 'Turn a text into a vector, in Google’s format'),
    ...describeJson('EmbedContentRequest', 'EmbedContentResponse'),
    capability: 'embeddings',
    example: HARBOUR,
  },
  {
    ...googleVerb('batchEmbedContents', 'Turn texts into vectors, in Google’s format'),
    ...describeJson('BatchEmbedContentsRequest', 'BatchEmbedContentsResponse'),
    capability: 'embeddings',
    example: { requests: [HARBOUR, { content: { parts: [{ text: 'A train at night' }] } }] },
  },
  {
    ...googleVerb('predictLongRunning', 'Ask for a video, in Google’s format; the answer is an operation'),
    ...describeJson('PredictLongRunningRequest', 'Operation'),
    capability: 'video',
    example: { instances: [{ prompt: 'A harbour in the morning' }], parameters: { durationSeconds: 4 } },
  },
  ...['v1', 'v1alpha'].map((version) => ({
    ...post(`/${version}/models/{model}:{verb}`, 'Google', 'The same for clients of another version'),
    gives: WHOLE_OR_STREAMED,
    errors: 'google' as const,
  })),
];

function googleVerb(verb: string, summary: string): ModelApiRoute {
  return { ...post(`/v1beta/models/{model}:${verb}`, 'Google', summary), errors: 'google' };
}
