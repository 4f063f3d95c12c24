import { type ApiRequest } from '../../playground/call/api-request.js';
import { type CatalogModel } from './catalog-queries.js';

type Capability = CatalogModel['capabilities'][number];

const QUESTION = 'Say hello.';

/** A minimal request for each capability, main capabilities first. */
const EXAMPLES: readonly (readonly [Capability, (model: string) => ApiRequest])[] = [
  [
    'chat',
    (model) => post('/v1/chat/completions', { model, messages: [{ role: 'user', content: QUESTION }] }),
  ],
  ['responses', (model) => post('/v1/responses', { model, input: QUESTION })],
  ['completions', (model) => post('/v1/completions', { model, prompt: QUESTION })],
  ['embeddings', (model) => post('/v1/embeddings', { model, input: 'The cat sleeps on the sofa.' })],
  ['images', (model) => post('/v1/images/generations', { model, prompt: 'A lighthouse at dusk' })],
  ['speech', (model) => post('/v1/audio/speech', { model, voice: 'alloy', input: QUESTION })],
  [
    'transcription',
    (model) => ({
      method: 'POST',
      path: '/v1/audio/transcriptions',
      form: [
        { name: 'file', value: new File([], 'speech.wav') },
        { name: 'model', value: model },
      ],
    }),
  ],
  [
    'rerank',
    (model) =>
      post('/v1/rerank', {
        model,
        query: 'Where is the harbor?',
        documents: ['By the sea', 'In the hills'],
      }),
  ],
  ['moderation', (model) => post('/v1/moderations', { model, input: 'The text to check' })],
  ['video', (model) => post('/v1/video/generations', { model, prompt: 'Waves at a pier' })],
];

/** An example request for a model; undefined if a single request is not enough, such as for realtime sessions. */
export function buildExample({
  id,
  capabilities,
}: Pick<CatalogModel, 'id' | 'capabilities'>): ApiRequest | undefined {
  const [, build] = EXAMPLES.find(([capability]) => capabilities.includes(capability)) ?? [];
  return build?.(id);
}

function post(path: string, json: object): ApiRequest {
  return { method: 'POST', path, json };
}
