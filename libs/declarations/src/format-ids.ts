/** The formats of upstreams, by operation. */
export const FORMAT_IDS = {
  chat: [
    'openai-chat',
    'openai-completions',
    'openai-responses',
    'anthropic-messages',
    'gemini-generate-content',
    'bedrock-converse',
    'cohere-chat',
  ],
  embeddings: [
    'openai-embeddings',
    'gemini-embed-content',
    'gemini-batch-embed-contents',
    'cohere-embeddings',
    'jina-embeddings',
    'vertex-embeddings',
    'bedrock-titan-embeddings',
    'bedrock-cohere-embeddings',
  ],
  'image-generation': ['openai-images', 'gemini-image', 'gemini-imagen'],
  'image-edit': ['openai-image-edits', 'gemini-image'],
  speech: ['openai-speech', 'gemini-speech'],
  transcription: ['openai-transcriptions', 'gemini-transcription'],
  'audio-translation': ['openai-audio-translations', 'gemini-transcription'],
  rerank: ['jina-rerank', 'cohere-rerank', 'bedrock-rerank'],
  moderation: ['openai-moderations', 'chat-judge'],
  realtime: ['openai-realtime', 'openai-realtime-beta'],
} as const;

/** The formats that a channel may list. */
export const CHANNEL_FORMATS = [...new Set(Object.values(FORMAT_IDS).flat())];
