/** What a model can do: one capability per endpoint family. */
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
