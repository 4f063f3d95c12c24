/** What a request consumed, in one vocabulary. `raw` is the upstream's own object, unchanged. */
export interface Usage {
  /** All of the prompt, cached or not. */
  inputTokens: number;
  /** All that was generated, reasoning included. */
  outputTokens: number;
  cachedInputTokens?: number;
  cacheWriteTokens?: number;
  /** Those of the prompt that are images. */
  imageInputTokens?: number;
  reasoningTokens?: number;
  /** Those of the prompt that are audio. */
  audioInputTokens?: number;
  /** Those of the answer that are audio. */
  audioOutputTokens?: number;
  /** Audio that was listened to or made. */
  audioSeconds?: number;
  /** Text that was spoken. */
  characters?: number;
  images?: number;
  /** Searches, as services that rank documents count them. */
  searchUnits?: number;
  raw?: unknown;
}
