import { type ModelApiRoute, JSON_OR_EVENTS, describeJson, post } from './route.js';

const RERANK = {
  ...describeJson('RerankRequest', 'RerankResponse'),
  errors: 'cohere',
  capability: 'rerank',
  example: {
    model: 'sandbox-rerank',
    query: 'What is the capital of Norway?',
    documents: ['Bread is baked from flour.', 'Oslo is the capital of Norway.'],
    top_n: 1,
  },
} as const;

export const MEDIA_ROUTES: readonly ModelApiRoute[] = [
  {
    ...post('/v1/embeddings', 'Embeddings and ranking', 'Create embeddings'),
    ...describeJson('EmbeddingsRequest', 'EmbeddingsResponse'),
    capability: 'embeddings',
    example: { model: 'sandbox-embedding', input: ['A harbour in the morning', 'A train at night'] },
  },
  {
    ...post('/v1/rerank', 'Embeddings and ranking', 'Rerank documents for a query'),
    ...RERANK,
  },
  {
    ...post('/v2/rerank', 'Embeddings and ranking', 'Rerank documents, at the path of Cohere’s SDKs'),
    ...RERANK,
  },
  {
    ...post('/v1/moderations', 'Moderation', 'Classify texts or images as harmful'),
    ...describeJson('ModerationsRequest', 'ModerationsResponse'),
    capability: 'moderation',
    example: { model: 'sandbox-moderation', input: 'I will water the plants.' },
  },
  {
    ...post('/v1/images/generations', 'Images', 'Create images'),
    ...describeJson('ImagesRequest', 'ImagesResponse', 'ImagesEvent'),
    returns: JSON_OR_EVENTS,
    capability: 'images',
    example: { model: 'sandbox-image', prompt: 'A harbour in the morning', size: '1024x1024' },
  },
  {
    ...post('/v1/images/edits', 'Images', 'Edit images'),
    schemas: {
      accepts: { form: 'ImageEditsForm', json: 'ImageEditsRequest' },
      returns: { json: 'ImagesResponse', events: 'ImagesEvent' },
    },
    accepts: ['form', 'json'],
    returns: JSON_OR_EVENTS,
    capability: 'images',
    example: { model: 'sandbox-image', prompt: 'Make it night', image: '@harbour.png' },
  },
  {
    ...post('/v1/audio/speech', 'Audio', 'Create speech'),
    schemas: { accepts: { json: 'SpeechRequest' }, returns: { events: 'SpeechEvent' } },
    returns: ['audio', 'events'],
    capability: 'speech',
    example: { model: 'sandbox-speech', input: 'Hello!', voice: 'alloy', response_format: 'wav' },
  },
  {
    ...post('/v1/audio/transcriptions', 'Audio', 'Transcribe speech'),
    schemas: {
      accepts: { form: 'TranscriptionForm' },
      returns: { json: 'Transcript', events: 'TranscriptEvent' },
    },
    accepts: ['form'],
    returns: ['json', 'text', 'events'],
    capability: 'transcription',
    example: { model: 'sandbox-transcribe', file: '@recording.wav' },
  },
  {
    ...post('/v1/audio/translations', 'Audio', 'Translate speech to English text'),
    schemas: { accepts: { form: 'TranslationForm' }, returns: { json: 'Transcript' } },
    accepts: ['form'],
    returns: ['json', 'text'],
    capability: 'transcription',
    example: { model: 'sandbox-transcribe', file: '@recording.wav' },
  },
];
