import { type UsageCounts } from '../usage/usage-event.js';

/** All counts that can be charged for, 0 by default. */
export type ChargedCounts = Required<UsageCounts>;

/** Counts come from upstreams and clients and can be invalid. An invalid count becomes 0. */
export function toPlausibleCounts(counts: UsageCounts): ChargedCounts {
  return {
    inputTokens: toAmount(counts.inputTokens),
    cachedInputTokens: toAmount(counts.cachedInputTokens),
    cacheWriteTokens: toAmount(counts.cacheWriteTokens),
    cacheWrite1hTokens: toAmount(counts.cacheWrite1hTokens),
    outputTokens: toAmount(counts.outputTokens),
    reasoningTokens: toAmount(counts.reasoningTokens),
    audioInputTokens: toAmount(counts.audioInputTokens),
    audioOutputTokens: toAmount(counts.audioOutputTokens),
    imageInputTokens: toAmount(counts.imageInputTokens),
    imageOutputTokens: toAmount(counts.imageOutputTokens),
    images: toAmount(counts.images),
    audioSeconds: toAmount(counts.audioSeconds),
    videoSeconds: toAmount(counts.videoSeconds),
    characters: toAmount(counts.characters),
    searchUnits: toAmount(counts.searchUnits),
    webSearches: toAmount(counts.webSearches),
    codeSessions: toAmount(counts.codeSessions),
  };
}

export function toAmount(count: unknown): number {
  return typeof count === 'number' && count > 0 && count <= Number.MAX_SAFE_INTEGER ? count : 0;
}
