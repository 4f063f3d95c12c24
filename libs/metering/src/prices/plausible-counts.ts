import { type UsageCounts } from '../usage/usage-event.js';

/** Every count that something may be charged for, 0 where there is none. */
export type ChargedCounts = Required<UsageCounts>;

/** Counts come from upstreams and clients, so that one may be no amount at all; such a one counts as nothing. */
export function plausibleCounts(counts: UsageCounts): ChargedCounts {
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

function toAmount(count: unknown): number {
  return typeof count === 'number' && count > 0 && count <= Number.MAX_SAFE_INTEGER ? count : 0;
}
