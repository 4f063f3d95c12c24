import { type ErrorKind, type Usage } from '#canonical';
import { type UsageCounts } from '#metering';
import { type Attempt } from '../attempts/attempt.js';
import { type RequestSize } from './request-size.js';

/** What an upstream said that it used, without what else it said. */
export function getCounts(usage: Usage): UsageCounts {
  const { raw: _raw, serviceTier: _tier, inferenceGeo: _geo, costMicroUsd: _cost, ...counts } = usage;
  return counts;
}

export interface Counted {
  counts: UsageCounts;
  isEstimated: boolean;
  /** Whether an upstream has worked for it, so that it costs what such requests cost. */
  isUsed: boolean;
}

/**
 * What a request used. Where the answer was whole, that is what the upstream said. Where it was cut, what has come of
 * it counts; where an upstream refused or failed before it said anything, nothing does.
 */
export function estimatedCounts(
  outcome: 'ok' | ErrorKind,
  { usage, received, record }: Pick<Attempt, 'usage' | 'received' | 'record'>,
  size: RequestSize,
): Counted {
  const outputTokens = received.estimatedTokens;
  if (usage !== undefined) {
    const counts = getCounts(usage);
    if (outcome === 'ok' || received.isWhole) return { counts, isEstimated: false, isUsed: true };
    const atLeast = Math.max(usage.outputTokens, outputTokens);
    return { counts: { ...counts, outputTokens: atLeast }, isEstimated: true, isUsed: true };
  }
  const wasAnswered = outcome === 'ok' || !received.isEmpty;
  // An upstream works on what it was sent, also for a client that has gone before the answer.
  const wasWorkedOn = wasAnswered || (outcome === 'client-gone' && record.outcome !== 'upstream-unreachable');
  if (!wasWorkedOn) return { counts: {}, isEstimated: false, isUsed: false };
  const { inputTokens, images, characters, searchUnits } = size;
  const audioOutputTokens = received.estimatedAudioTokens;
  const audio = audioOutputTokens > 0 ? { audioOutputTokens } : {};
  const counts = { inputTokens, outputTokens, ...audio, images, characters, searchUnits };
  return { counts, isEstimated: true, isUsed: true };
}
