/**
 * What may be answered from the cache, and for each the members of its body that change nothing about the answer.
 * `openai-responses` has none of them: its answers repeat what was asked. Pictures are missing, because links to them
 * expire, and so is everything that is asked for with an uploaded file.
 */
const OPERATIONS = {
  'openai-chat': ['user', 'metadata', 'safety_identifier', 'prompt_cache_key', 'prompt_cache_retention'],
  'openai-completions': ['user'],
  'openai-responses': [],
  'anthropic-messages': ['metadata'],
  'gemini-generate-content': ['labels'],
  'openai-embeddings': ['user'],
  'gemini-embed-content': [],
  'gemini-batch-embed-contents': [],
  'jina-rerank': [],
  'cohere-rerank': [],
  'openai-moderations': [],
  'openai-speech': [],
} as const satisfies Record<string, readonly string[]>;

export type CacheableOperation = keyof typeof OPERATIONS;

export function isCacheable(operation: string): operation is CacheableOperation {
  return Object.hasOwn(OPERATIONS, operation);
}

export function membersWithoutEffect(operation: CacheableOperation): readonly string[] {
  return OPERATIONS[operation];
}
