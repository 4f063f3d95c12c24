import { type Spoken } from '#providers';
import { type ModelAnswer } from './send.js';

interface SandboxModel {
  readonly speaks: Spoken;
  /** Its code is loaded with its first request: most programs that know the sandbox never ask it for anything. */
  load(): Promise<ModelAnswer>;
}

const chat: SandboxModel = {
  speaks: { chat: ['openai-chat'] },
  load: async () => (await import('./chat/index.js')).sandboxChat,
};

/** Every model of the sandbox. */
export const SANDBOX_MODELS: Readonly<Record<string, SandboxModel>> = {
  'sandbox-chat': chat,
  'sandbox-embedding': {
    speaks: { embeddings: ['openai-embeddings'] },
    load: async () => (await import('./embedding/index.js')).sandboxEmbedding,
  },
  'sandbox-image': {
    speaks: { 'image-generation': ['openai-images'], 'image-edit': ['openai-image-edits'] },
    load: async () => (await import('./image/index.js')).sandboxImage,
  },
  'sandbox-speech': {
    speaks: { speech: ['openai-speech'] },
    load: async () => (await import('./speech/index.js')).sandboxSpeech,
  },
  'sandbox-transcribe': {
    speaks: { transcription: ['openai-transcriptions'], 'audio-translation': ['openai-audio-translations'] },
    load: async () => (await import('./transcription/index.js')).sandboxTranscribe,
  },
  'sandbox-rerank': {
    speaks: { rerank: ['jina-rerank'] },
    load: async () => (await import('./rerank/index.js')).sandboxRerank,
  },
  'sandbox-moderation': {
    speaks: { moderation: ['openai-moderations'] },
    load: async () => (await import('./moderation/index.js')).sandboxModeration,
  },
  'sandbox-video': {
    speaks: {},
    load: async () => (await import('./video/index.js')).sandboxVideo,
  },
  // The gateway itself makes a spoken conversation of what the chat model writes.
  'sandbox-realtime': chat,
};
