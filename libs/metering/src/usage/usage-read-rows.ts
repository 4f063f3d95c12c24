import { type PriceContext } from '../prices/price.js';
import { toRequestId } from './begun-event.js';
import { type UsageAttempt, type UsageCounts, type UsageEvent } from './usage-event.js';
import { type UsageGroup, type UsageLatency, type UsageRecord, type UsageSum } from './usage-query.js';
import { COUNTS, type NameColumn } from './usage-row.js';

/** A row of events with its names; counts are in columns of their own. */
export interface EventRow
  extends Record<Exclude<NameColumn, 'price_version'>, string>, Record<string, unknown> {
  started_at: Date;
  id: string;
  cost_micro_usd: string | null;
  upstream_cost_micro_usd: string | null;
  price_version: string | null;
  duration_ms: number;
  first_byte_ms: number | null;
  is_streamed: boolean;
  is_estimated: boolean;
  is_cache_hit: boolean;
  outcome: string;
  request_id: string | null;
  session_id: string | null;
  detail:
    | (Pick<UsageEvent, 'flagged' | 'parameters'> & {
        attempts?: UsageAttempt[];
        priceContext?: PriceContext;
      })
    | null;
}

interface SliceRow {
  starts_at: Date;
  /** Of what was grouped by, in that order. */
  names: string[];
}

export interface SumRow extends SliceRow, Record<string, unknown> {}

export interface LatencyRow extends SliceRow {
  durations: [p50: number, p95: number];
  first_byte: number | null;
}

export function toRecord(row: EventRow): UsageRecord {
  const { flagged, priceContext, parameters, attempts = [] } = row.detail ?? {};
  return {
    id: row.id,
    requestId: row.request_id ?? toRequestId(row.id),
    startedAtMs: row.started_at.getTime(),
    tokenId: row.token,
    owner: row.owner,
    model: row.model,
    operation: row.operation,
    format: row.format,
    channelId: row.channel_id,
    channel: row.channel,
    upstreamModel: row.upstream_model,
    isStreamed: row.is_streamed,
    outcome: row.outcome,
    isEstimated: row.is_estimated,
    isCacheHit: row.is_cache_hit,
    durationMs: row.duration_ms,
    usage: getCounts(row),
    attempts,
    ...(row.session_id === null ? {} : { sessionId: row.session_id }),
    ...(row.first_byte_ms === null ? {} : { firstByteMs: row.first_byte_ms }),
    ...(row.cost_micro_usd === null ? {} : { costMicroUsd: Number(row.cost_micro_usd) }),
    ...(row.upstream_cost_micro_usd === null
      ? {}
      : { upstreamCostMicroUsd: Number(row.upstream_cost_micro_usd) }),
    ...(row.price_version === null ? {} : { priceVersion: row.price_version }),
    ...(flagged === undefined ? {} : { flagged }),
    ...(priceContext === undefined ? {} : { priceContext }),
    ...(parameters === undefined ? {} : { parameters }),
  };
}

export function buildSum(row: SumRow, groups: readonly UsageGroup[]): UsageSum {
  const number = (column: string): number => Number(row[column]);
  return {
    ...buildSlice(row, groups),
    requests: number('requests'),
    errors: number('errors'),
    cacheHits: number('cache_hits'),
    estimated: number('estimated'),
    usage: getCounts(row) as Required<UsageCounts>,
    costMicroUsd: number('cost_micro_usd'),
    unpriced: number('unpriced'),
    durationMs: number('duration_ms'),
    firstByteMs: number('first_byte_ms'),
    firstBytes: number('first_bytes'),
  };
}

export function buildLatency(row: LatencyRow, groups: readonly UsageGroup[]): UsageLatency {
  const [durationP50Ms, durationP95Ms] = row.durations;
  return {
    ...buildSlice(row, groups),
    durationP50Ms,
    durationP95Ms,
    ...(row.first_byte === null ? {} : { firstByteP50Ms: row.first_byte }),
  };
}

function buildSlice({ starts_at: startsAt, names }: SliceRow, groups: readonly UsageGroup[]) {
  return { startsAt, names: Object.fromEntries(groups.map((group, index) => [group, names[index]])) };
}

function getCounts(row: Record<string, unknown>): UsageCounts {
  const counts: UsageCounts = {};
  for (const [member, { column, factor }] of COUNTS) {
    const value = row[column];
    if (typeof value === 'number') counts[member] = value / factor;
  }
  return counts;
}
