import { MICRO_USD_PER_USD } from '#canonical';
import { type PriceOfRecord, type UsageAttempt, type UsageCounts, type UsageRecord } from '#metering';
import { viewCost } from './cost-lines.js';
import { describeOutcome } from './describe-outcome.js';
import { type CountsView, type RequestDetailView, type RequestView } from './request.dto.js';

export function viewRequest(record: UsageRecord, tokenNames: ReadonlyMap<string, string>): RequestView {
  const { costMicroUsd } = record;
  return {
    id: record.requestId,
    started_at: new Date(record.startedAtMs).toISOString(),
    token_id: record.tokenId,
    token_name: tokenNames.get(record.tokenId) ?? null,
    owner: record.owner,
    session_id: record.sessionId ?? null,
    model: record.model,
    operation: record.operation,
    format: record.format,
    channel: namedOrNull(record.channel),
    channel_id: namedOrNull(record.channelId),
    upstream_model: namedOrNull(record.upstreamModel),
    outcome: record.outcome,
    streamed: record.isStreamed,
    cache_hit: record.isCacheHit,
    estimated: record.isEstimated,
    duration_ms: record.durationMs,
    first_byte_ms: record.firstByteMs ?? null,
    usage: viewCounts(record.usage),
    cost_usd: costMicroUsd === undefined ? null : costMicroUsd / MICRO_USD_PER_USD,
    flagged: record.flagged ?? [],
  };
}

export interface RequestFacts {
  tokenNames: ReadonlyMap<string, string>;
  /** Of the channels that were tried, by their names. */
  channelIds: ReadonlyMap<string, string>;
  /** What it was charged by. */
  priced: PriceOfRecord | undefined;
}

export function viewRequestDetail(
  record: UsageRecord,
  { tokenNames, channelIds, priced }: RequestFacts,
): Omit<RequestDetailView, 'content_expires_at'> {
  return {
    ...viewRequest(record, tokenNames),
    error: describeOutcome(record.outcome),
    price_version: record.priceVersion ?? null,
    service_tier: record.priceContext?.serviceTier ?? null,
    ...viewCost(record, priced),
    parameters: record.parameters ?? {},
    attempts: getAttempts(record).map((attempt) => viewAttempt(attempt, channelIds)),
  };
}

export function viewCounts(usage: UsageCounts): CountsView {
  return {
    input_tokens: usage.inputTokens ?? null,
    cached_input_tokens: usage.cachedInputTokens ?? null,
    cache_write_tokens: usage.cacheWriteTokens ?? null,
    cache_write_1h_tokens: usage.cacheWrite1hTokens ?? null,
    output_tokens: usage.outputTokens ?? null,
    reasoning_tokens: usage.reasoningTokens ?? null,
    audio_input_tokens: usage.audioInputTokens ?? null,
    audio_output_tokens: usage.audioOutputTokens ?? null,
    image_input_tokens: usage.imageInputTokens ?? null,
    image_output_tokens: usage.imageOutputTokens ?? null,
    images: usage.images ?? null,
    audio_seconds: usage.audioSeconds ?? null,
    video_seconds: usage.videoSeconds ?? null,
    characters: usage.characters ?? null,
    search_units: usage.searchUnits ?? null,
    web_searches: usage.webSearches ?? null,
    code_sessions: usage.codeSessions ?? null,
  };
}

/** A single attempt that succeeded is not written down: the request itself tells of it. */
function getAttempts({
  attempts,
  isCacheHit,
  outcome,
  channel,
  upstreamModel,
  durationMs,
  firstByteMs,
}: UsageRecord): UsageAttempt[] {
  if (attempts.length > 0 || isCacheHit || outcome !== 'ok') return attempts;
  return [{ channel, upstreamModel, outcome, durationMs, firstByteMs, reason: 'first', startedAfterMs: 0 }];
}

function viewAttempt(
  attempt: UsageAttempt,
  channelIds: ReadonlyMap<string, string>,
): RequestDetailView['attempts'][number] {
  return {
    channel: attempt.channel,
    channel_id: channelIds.get(attempt.channel) ?? null,
    upstream_model: attempt.upstreamModel,
    outcome: attempt.outcome,
    reason: attempt.reason ?? null,
    upstream_status: attempt.upstreamStatus ?? null,
    started_after_ms: attempt.startedAfterMs ?? null,
    first_byte_ms: attempt.firstByteMs ?? null,
    duration_ms: attempt.durationMs,
    error: describeOutcome(attempt.outcome, attempt.upstreamStatus),
  };
}

function namedOrNull(name: string): string | null {
  return name === '' ? null : name;
}
