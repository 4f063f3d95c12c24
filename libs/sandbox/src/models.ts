import { type Spoken } from '#providers';
import { type ModelHandler } from './send.js';

interface SandboxModel {
  readonly formats: Spoken;
  /** Loads the code with the first request, because most processes never use the sandbox. */
  load(): Promise<ModelHandler>;
}

const chat: SandboxModel = {
  formats: { chat: ['openai-chat'] },
  load: async () => (await import('./chat/index.js')).sandboxChat,
};

/** All models of the sandbox. */
export const SANDBOX_MODELS: Readonly<Record<string, SandboxModel>> = {
  'sandbox-chat': chat,
  'sandbox-embedding': {
    formats: { embeddings: ['openai-embeddings'] },
    load: async () => (await import('./embedding/index.js')).sandboxEmbedding,
  },
  'sandbox-image': {
    formats: { 'image-generation': ['openai-images'], 'image-edit': ['openai-image-edits'] },
    load: async () => (await import('./image/index.js')).sandboxImage,
  },
  'sandbox-speech': {
    formats: { speech: ['openai-speech'] },
    load: async () => (await import('./speech/index.js')).sandboxSpeech,
  },
  'sandbox-transcribe': {
    formats: { transcription: ['openai-transcriptions'], 'audio-translation': ['openai-audio-translations'] },
    load: async () => (await import('./transcription/index.js')).sandboxTranscribe,
  },
  'sandbox-rerank': {
    formats: { rerank: ['jina-rerank'] },
    load: async () => (await import('./rerank/index.js')).sandboxRerank,
  },
  'sandbox-moderation': {
    formats: { moderation: ['openai-moderations'] },
    load: async () => (await import('./moderation/index.js')).sandboxModeration,
  },
  'sandbox-video': {
    formats: {},
    load: async () => (await import('./video/index.js')).sandboxVideo,
  },
  // The gateway implements realtime sessions with the chat model.
  'sandbox-realtime': chat,
};
