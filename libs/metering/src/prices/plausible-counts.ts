import { type UsageCounts } from '../usage/usage-event.js';

/** Every count that something may be charged for, 0 where there is none. */
export type ChargedCounts = Required<Omit<UsageCounts, 'reasoningTokens'>>;

/** Counts come from upstreams and clients, so that one may be no amount at all; such a one counts as nothing. */
export function plausibleCounts(counts: UsageCounts): ChargedCounts {
  return {
    inputTokens: toAmount(counts.inputTokens),
    cachedInputTokens: toAmount(counts.cachedInputTokens),
    cacheWriteTokens: toAmount(counts.cacheWriteTokens),
    outputTokens: toAmount(counts.outputTokens),
    audioInputTokens: toAmount(counts.audioInputTokens),
    audioOutputTokens: toAmount(counts.audioOutputTokens),
    imageInputTokens: toAmount(counts.imageInputTokens),
    images: toAmount(counts.images),
    audioSeconds: toAmount(counts.audioSeconds),
    videoSeconds: toAmount(counts.videoSeconds),
    characters: toAmount(counts.characters),
    searchUnits: toAmount(counts.searchUnits),
  };
}

function toAmount(count: unknown): number {
  return typeof count === 'number' && count > 0 && count <= Number.MAX_SAFE_INTEGER ? count : 0;
}
