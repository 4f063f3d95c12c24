/** What a request consumed, in one vocabulary. `raw` is the upstream's own object, unchanged. */
export interface Usage {
  /** All of the prompt, cached or not. */
  inputTokens: number;
  /** All that was generated, reasoning included. */
  outputTokens: number;
  cachedInputTokens?: number;
  /** However long the cache keeps them. */
  cacheWriteTokens?: number;
  /** Those of them that it keeps for an hour. */
  cacheWrite1hTokens?: number;
  /** Those of the prompt that are images. */
  imageInputTokens?: number;
  /** Those of the answer that are images. */
  imageOutputTokens?: number;
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
  /** Searches of the web that the model made by itself. */
  webSearches?: number;
  /** Containers that the model ran code in. */
  codeSessions?: number;
  /** The class of service that the request was run in, as the upstream calls it. */
  serviceTier?: string;
  /** Where the request was run, as the upstream calls it, where that is told. */
  inferenceGeo?: string;
  /** What the upstream itself says that the request costs. */
  costMicroUsd?: number;
  raw?: unknown;
}
