/** What a model can be called for: one for each family of endpoints. */
export const CAPABILITIES = [
  'chat',
  'completions',
  'responses',
  'embeddings',
  'images',
  'speech',
  'transcription',
  'rerank',
  'moderation',
  'realtime',
  'video',
] as const;
