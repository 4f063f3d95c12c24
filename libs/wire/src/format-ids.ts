/** For each kind of request, the formats in which upstreams can be asked. */
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

export type Operation = keyof typeof FORMAT_IDS;
export type FormatOf<One extends Operation> = (typeof FORMAT_IDS)[One][number];
export type FormatId = FormatOf<Operation>;

/** The formats in which upstreams are asked to continue a conversation. */
export type UpstreamFormatId = FormatOf<'chat'>;

/** Those of them in which clients ask, too. */
export type WireFormatId = Exclude<UpstreamFormatId, 'bedrock-converse' | 'cohere-chat'>;

/** The formats in which clients ask for conversations. The last one is read like responses and answered like chat. */
export type ClientFormatId = WireFormatId | 'openai-chat-input';

/** The formats in which clients ask for rankings. */
export type RerankClientFormatId = Exclude<FormatOf<'rerank'>, 'bedrock-rerank'>;

export function isFormatOf<One extends Operation>(operation: One, id: string): id is FormatOf<One> {
  return (FORMAT_IDS[operation] as readonly string[]).includes(id);
}
