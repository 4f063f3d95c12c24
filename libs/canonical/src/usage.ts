/** What a request consumed, in one vocabulary. `raw` is the upstream's own object, unchanged. */
export interface Usage {
  /** All of the prompt, cached or not. */
  inputTokens: number;
  /** All that was generated, reasoning included. */
  outputTokens: number;
  cachedInputTokens?: number;
  cacheWriteTokens?: number;
  reasoningTokens?: number;
  raw?: unknown;
}
