import { LISTED_FACTS, type RequestFacts } from '#declarations';
import { toRequestId } from './begun-event.js';
import { type UsageCounts, type UsageEvent } from './usage-event.js';
import { type UsageGroup, type UsageLatency, type UsageRecord, type UsageSum } from './usage-query.js';
import { COUNTS, type NameColumn, type RequestRow } from './usage-row.js';

/** A row of `usage_events` with names instead of their numbers, and with the columns of the counts. */
export interface EventRow
  extends
    Record<Exclude<NameColumn, 'price_version'>, string>,
    Record<'price_version', string | null>,
    RequestRow,
    Record<string, unknown> {}

interface SliceRow {
  starts_at: Date;
  /** The names of the groups, in the order of `by`. */
  names: string[];
}

export interface SumRow extends SliceRow, Record<string, unknown> {}

export interface LatencyRow extends SliceRow {
  durations: [p50: number, p95: number];
  first_byte: number | null;
}

export function toRecord(row: EventRow): UsageRecord {
  const { flagged, priceContext, parameters, attempts = [] } = row.detail ?? {};
  const record: UsageRecord = {
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
    client: getClient(row),
    ...readFacts(row),
    costMicroUsd: toAmount(row.cost_micro_usd),
    upstreamCostMicroUsd: toAmount(row.upstream_cost_micro_usd),
    priceVersion: row.price_version ?? undefined,
    flagged,
    priceContext,
    parameters,
  };
  return Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== undefined),
  ) as unknown as UsageRecord;
}

function readFacts(row: EventRow): RequestFacts {
  const facts = LISTED_FACTS.map(({ name, column }) => [name, row[column] ?? undefined]);
  return Object.fromEntries(facts) as RequestFacts;
}

function toAmount(microUsd: string | null): number | undefined {
  return microUsd === null ? undefined : Number(microUsd);
}

function getClient({ client_address: address, user_agent: userAgent }: EventRow): UsageEvent['client'] {
  if ((address ?? userAgent) === null) return undefined;
  return { address: address ?? undefined, userAgent: userAgent ?? undefined };
}

export function toSum(row: SumRow, groups: readonly UsageGroup[]): UsageSum {
  const number = (column: string): number => Number(row[column]);
  return {
    ...toSlice(row, groups),
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

export function toLatency(row: LatencyRow, groups: readonly UsageGroup[]): UsageLatency {
  const [durationP50Ms, durationP95Ms] = row.durations;
  return {
    ...toSlice(row, groups),
    durationP50Ms,
    durationP95Ms,
    ...(row.first_byte === null ? {} : { firstByteP50Ms: row.first_byte }),
  };
}

function toSlice({ starts_at: startsAt, names }: SliceRow, groups: readonly UsageGroup[]) {
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
