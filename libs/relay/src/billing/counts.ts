import { type ErrorKind, type Usage } from '#canonical';
import { type UsageCounts } from '#metering';
import { type Attempt } from '../attempts/attempt.js';
import { type RequestSize } from './request-size.js';

/** The counts of the usage, without its other members. */
export function toUsageCounts(usage: Usage): UsageCounts {
  const { raw: _raw, serviceTier: _tier, inferenceGeo: _geo, costMicroUsd: _cost, ...counts } = usage;
  return counts;
}

export interface CountedUsage {
  counts: UsageCounts;
  isEstimated: boolean;
  /** Whether an upstream processed it, so that it is charged. */
  isBillable: boolean;
}

/**
 * The usage of a request. For a complete response, it is what the upstream reported. For a truncated one, it is
 * estimated from what was received. If the upstream rejected the request or failed before it responded, it is zero.
 */
export function countUsage(
  outcome: 'ok' | ErrorKind,
  { usage, received, record }: Pick<Attempt, 'usage' | 'received' | 'record'>,
  size: RequestSize,
): CountedUsage {
  const outputTokens = received.estimatedTokens;
  if (usage !== undefined) {
    const counts = toUsageCounts(usage);
    if (outcome === 'ok' || received.isWhole) return { counts, isEstimated: false, isBillable: true };
    const atLeast = Math.max(usage.outputTokens, outputTokens);
    return { counts: { ...counts, outputTokens: atLeast }, isEstimated: true, isBillable: true };
  }
  const hasResponse = outcome === 'ok' || !received.isEmpty;
  // An upstream also processes a request whose client disconnects before the response.
  const isProcessed = hasResponse || (outcome === 'client-gone' && !isConnectionFailure(record.outcome));
  if (!isProcessed) return { counts: {}, isEstimated: false, isBillable: false };
  const { inputTokens, images, characters, searchUnits } = size;
  const audioOutputTokens = received.estimatedAudioTokens;
  const audio = audioOutputTokens > 0 ? { audioOutputTokens } : {};
  const counts = { inputTokens, outputTokens, ...audio, images, characters, searchUnits };
  return { counts, isEstimated: true, isBillable: true };
}

/** Whether the connection to the upstream failed before anything of the response had arrived. */
function isConnectionFailure(outcome: Attempt['record']['outcome']): boolean {
  return outcome === 'upstream-unreachable' || outcome === 'upstream-interrupted';
}
