/** What a model can be asked for; one per endpoint family. */
export type Capability =
  | 'chat'
  | 'completions'
  | 'responses'
  | 'embeddings'
  | 'images'
  | 'speech'
  | 'transcription'
  | 'rerank'
  | 'moderation'
  | 'realtime'
  | 'video';
