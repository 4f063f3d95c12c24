import { type ModelApiRoute, WHOLE_OR_STREAMED, describeJson, post } from './route.js';

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

/** Images and audio, made and understood; texts that are measured, ranked and judged. */
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
    gives: WHOLE_OR_STREAMED,
    capability: 'images',
    example: { model: 'sandbox-image', prompt: 'A harbour in the morning', size: '1024x1024' },
  },
  {
    ...post('/v1/images/edits', 'Images', 'Edit images'),
    schemas: {
      takes: { form: 'ImageEditsForm', json: 'ImageEditsRequest' },
      gives: { json: 'ImagesResponse', events: 'ImagesEvent' },
    },
    takes: ['form', 'json'],
    gives: WHOLE_OR_STREAMED,
    capability: 'images',
    example: { model: 'sandbox-image', prompt: 'Make it night', image: '@harbour.png' },
  },
  {
    ...post('/v1/audio/speech', 'Audio', 'Create speech'),
    schemas: { takes: { json: 'SpeechRequest' }, gives: { events: 'SpeechEvent' } },
    gives: ['audio', 'events'],
    capability: 'speech',
    example: { model: 'sandbox-speech', input: 'Hello!', voice: 'alloy', response_format: 'wav' },
  },
  {
    ...post('/v1/audio/transcriptions', 'Audio', 'Transcribe speech'),
    schemas: {
      takes: { form: 'TranscriptionForm' },
      gives: { json: 'Transcript', events: 'TranscriptEvent' },
    },
    takes: ['form'],
    gives: ['json', 'text', 'events'],
    capability: 'transcription',
    example: { model: 'sandbox-transcribe', file: '@recording.wav' },
  },
  {
    ...post('/v1/audio/translations', 'Audio', 'Translate speech to English text'),
    schemas: { takes: { form: 'TranslationForm' }, gives: { json: 'Transcript' } },
    takes: ['form'],
    gives: ['json', 'text'],
    capability: 'transcription',
    example: { model: 'sandbox-transcribe', file: '@recording.wav' },
  },
];
