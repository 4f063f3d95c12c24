/** What a request consumed, in one vocabulary. `raw` is the upstream's own object, unchanged. */
export interface Usage {
  inputTokens: number;
  outputTokens: number;
  cachedInputTokens?: number;
  reasoningTokens?: number;
  raw?: unknown;
}
