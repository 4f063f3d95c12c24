import { MICRO_USD_PER_USD } from '#canonical';
import { type UsageLatency, type UsageSum } from '#metering';
import { viewCounts } from '../requests/request-view.js';
import { type UsageSumView } from './usage.dto.js';

export interface SumFacts {
  tokenNames: ReadonlyMap<string, string>;
  /** Of the same requests, where it is known. */
  latency?: UsageLatency;
}

export function viewSum(sum: UsageSum, { tokenNames, latency }: SumFacts): UsageSumView {
  return {
    starts_at: sum.startsAt.toISOString(),
    ...viewNames(sum, tokenNames),
    requests: sum.requests,
    errors: sum.errors,
    cache_hits: sum.cacheHits,
    estimated_requests: sum.estimated,
    usage: viewCounts(sum.usage),
    cost_usd: sum.costMicroUsd / MICRO_USD_PER_USD,
    requests_of_unknown_cost: sum.unpriced,
    average_duration_ms: average(sum.durationMs, sum.requests),
    average_first_byte_ms: average(sum.firstByteMs, sum.firstBytes),
    duration_p50_ms: latency?.durationP50Ms ?? null,
    duration_p95_ms: latency?.durationP95Ms ?? null,
    first_byte_p50_ms: latency?.firstByteP50Ms ?? null,
  };
}

/** Only of what was grouped by. */
function viewNames(
  { names: { token, channel, ...others } }: UsageSum,
  tokenNames: ReadonlyMap<string, string>,
): Partial<UsageSumView> {
  return {
    ...(token === undefined ? {} : { token_id: token, token_name: tokenNames.get(token) ?? null }),
    ...others,
    // Answers that were kept may have come from a channel that nobody remembers.
    ...(channel === undefined ? {} : { channel: channel === '' ? null : channel }),
  };
}

function average(sum: number, count: number): number | null {
  return count === 0 ? null : Math.round(sum / count);
}
