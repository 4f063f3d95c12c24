/** What a request consumed. `raw` is the upstream's own object, unchanged. */
export interface Usage {
  /** All tokens of the prompt, cached or not. */
  inputTokens: number;
  /** All generated tokens, including reasoning. */
  outputTokens: number;
  cachedInputTokens?: number;
  /** Input tokens written to the cache, for any duration. */
  cacheWriteTokens?: number;
  /** The part of `cacheWriteTokens` that is cached for an hour. */
  cacheWrite1hTokens?: number;
  /** The input tokens of images. */
  imageInputTokens?: number;
  /** The output tokens of images. */
  imageOutputTokens?: number;
  reasoningTokens?: number;
  /** The input tokens of audio. */
  audioInputTokens?: number;
  /** The output tokens of audio. */
  audioOutputTokens?: number;
  /** The duration of transcribed or generated audio. */
  audioSeconds?: number;
  /** The length of the spoken text. */
  characters?: number;
  images?: number;
  /** Searches, as rerank services count them. */
  searchUnits?: number;
  /** Web searches that the model made itself. */
  webSearches?: number;
  /** Containers in which the model ran code. */
  codeSessions?: number;
  /** The service tier of the request, as the upstream names it. */
  serviceTier?: string;
  /** The region in which the request ran, as the upstream names it, if it reports one. */
  inferenceGeo?: string;
  /** The cost that the upstream itself reports. */
  costMicroUsd?: number;
  raw?: unknown;
}
