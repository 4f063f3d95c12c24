import { type ErrorKind, MICRO_USD_PER_USD, describeOutcome } from '#canonical';
import { toNullableFacts } from '#declarations';
import { type PriceOfRecord, type UsageAttempt, type UsageCounts, type UsageRecord } from '#metering';
import { viewCost } from './cost-lines.js';
import {
  type CountsView,
  type ErrorDetailView,
  type RequestDetailView,
  type RequestView,
} from './request.dto.js';

export function viewRequest(record: UsageRecord, tokenNames: ReadonlyMap<string, string>): RequestView {
  const { costMicroUsd } = record;
  return {
    id: record.requestId,
    started_at: new Date(record.startedAtMs).toISOString(),
    token_id: record.tokenId,
    token_name: tokenNames.get(record.tokenId) ?? null,
    owner: record.owner,
    ...toNullableFacts(record),
    model: record.model,
    operation: record.operation,
    format: record.format,
    channel: toNullableName(record.channel),
    channel_id: toNullableName(record.channelId),
    upstream_model: toNullableName(record.upstreamModel),
    outcome: record.outcome,
    refused: false,
    user_agent: record.client?.userAgent ?? null,
    streamed: record.isStreamed,
    cache_hit: record.isCacheHit,
    estimated: record.isEstimated,
    duration_ms: record.durationMs,
    usage: viewCounts(record.usage),
    cost_usd: costMicroUsd === undefined ? null : costMicroUsd / MICRO_USD_PER_USD,
    flagged: record.flagged ?? [],
  };
}

export interface RequestFacts {
  tokenNames: ReadonlyMap<string, string>;
  /** The ids of the tried channels, by name. */
  channelIds: ReadonlyMap<string, string>;
  /** The price of the charge. */
  priced: PriceOfRecord | undefined;
  /** Whether the caller is a member, who sees only their own requests and only the errors that clients see. */
  isConfined: boolean;
}

export function viewRequestDetail(
  record: UsageRecord,
  { tokenNames, channelIds, priced, isConfined }: RequestFacts,
): Omit<RequestDetailView, 'content_expires_at'> {
  return {
    ...viewRequest(record, tokenNames),
    client_address: record.client?.address ?? null,
    method: null,
    path: null,
    status: null,
    error_param: null,
    ...viewFailure(record, isConfined),
    price_version: record.priceVersion ?? null,
    service_tier: record.priceContext?.serviceTier ?? null,
    ...viewCost(record, priced),
    parameters: record.parameters ?? {},
    attempts: getAttempts(record).map((attempt) => viewAttempt(attempt, channelIds, isConfined)),
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

/** A single successful attempt is not stored, because the request has the same values. */
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
  isConfined: boolean,
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
    error_detail: viewErrorDetail(attempt, isConfined),
  };
}

/** The error of the request: that of the last attempt with the outcome of the request. */
function viewFailure(
  { outcome, attempts }: UsageRecord,
  isConfined: boolean,
): Pick<RequestDetailView, 'error' | 'error_detail'> {
  const deciding = attempts.findLast((attempt) => attempt.outcome === outcome);
  return {
    error: describeOutcome(outcome, deciding?.upstreamStatus),
    error_detail: outcome === 'ok' || deciding === undefined ? null : viewErrorDetail(deciding, isConfined),
  };
}

/** Failures of the operator's account at the upstream, whose messages are hidden from members. */
const ABOUT_ACCOUNT: ReadonlySet<string> = new Set<ErrorKind>([
  'upstream-auth',
  'upstream-quota',
  'upstream-model-unavailable',
]);

function viewErrorDetail({ outcome, error }: UsageAttempt, isConfined: boolean): ErrorDetailView | null {
  if (error === undefined) return null;
  const isHidden = isConfined && ABOUT_ACCOUNT.has(outcome);
  return {
    message: isHidden ? null : (error.message ?? null),
    type: error.type ?? null,
    code: error.code ?? null,
    request_id: error.requestId ?? null,
  };
}

function toNullableName(name: string): string | null {
  return name === '' ? null : name;
}
