import { type CallRecord } from '#admission';
import { type ErrorKind } from '#canonical';
import { type RequestFacts } from '#declarations';
import { type BegunEvent, type UsageCounts, type UsageEvent, eventIdFor, toStoredError } from '#metering';
import { type ResponseOrigin } from '../cache/cached-response.js';
import { type BilledRequest } from './billed-request.js';
import { toUsageCounts } from './counts.js';

/** What the events of one request have in common. */
export interface EventSource {
  id: string;
  request: BilledRequest;
  channelId: string;
  channel: string;
  upstreamModel: string;
  budgetAccounts: string[];
}

/** The result of a request. */
export interface BilledOutcome extends Pick<
  UsageEvent,
  'isEstimated' | 'usage' | 'costMicroUsd' | 'upstreamCostMicroUsd' | 'priceVersion' | 'priceContext'
> {
  outcome: 'ok' | ErrorKind;
  record: CallRecord;
  keepsErrorMessages: boolean;
}

/** The event of a request that begins. */
export function buildBegunEvent(
  source: EventSource,
  { usage, costMicroUsd, priceVersion }: Pick<UsageEvent, 'usage' | 'costMicroUsd' | 'priceVersion'>,
): BegunEvent {
  const { sessionId } = source.request;
  const event = buildEvent(source, usage, { sessionId, errorCode: undefined, firstByteMs: undefined });
  event.costMicroUsd = costMicroUsd;
  event.priceVersion = priceVersion;
  return event;
}

/** The event of a request that an upstream has processed. */
export function buildEndedEvent(source: EventSource, ended: BilledOutcome): UsageEvent {
  const { outcome, record, keepsErrorMessages } = ended;
  const { request } = source;
  const event = buildEvent(source, ended.usage, {
    sessionId: request.sessionId,
    errorCode: outcome === 'ok' ? undefined : record.errorCode,
    firstByteMs: record.firstByteMs,
  });
  event.outcome = outcome;
  event.client = record.client;
  event.isEstimated = ended.isEstimated;
  event.durationMs = Date.now() - event.startedAtMs;
  event.costMicroUsd = ended.costMicroUsd;
  event.upstreamCostMicroUsd = ended.upstreamCostMicroUsd;
  event.priceVersion = ended.priceVersion;
  event.priceContext = ended.priceContext;
  event.attempts = record.attempts.map((attempt) => toUsageAttempt(attempt, keepsErrorMessages));
  event.parameters = request.parameters;
  if (record.flagged !== undefined) event.flagged = [...record.flagged];
  return event;
}

/** The event of a request that was served from the cache, at no cost. */
export function buildHitEvent(
  request: BilledRequest,
  { usage, channelId = '', channel = '', upstreamModel = request.model }: ResponseOrigin,
  { budgetAccounts, client }: Pick<UsageEvent, 'budgetAccounts' | 'client'>,
): UsageEvent {
  const event = buildEvent(
    { id: eventIdFor(request.requestId), request, channelId, channel, upstreamModel, budgetAccounts },
    usage === undefined ? {} : toUsageCounts(usage),
    { sessionId: request.sessionId, errorCode: undefined, firstByteMs: undefined },
  );
  event.isCacheHit = true;
  event.costMicroUsd = 0;
  event.client = client;
  event.durationMs = Date.now() - event.startedAtMs;
  return event;
}

/** One literal with all members, so that V8 uses one shape. */
function buildEvent(
  { id, request, channelId, channel, upstreamModel, budgetAccounts }: EventSource,
  usage: UsageCounts,
  facts: RequestFacts,
): UsageEvent {
  return {
    id,
    requestId: request.requestId,
    sessionId: facts.sessionId,
    startedAtMs: request.startedAtMs,
    tokenId: request.token.id,
    owner: request.token.owner,
    model: request.model,
    operation: request.operation,
    format: request.format,
    channelId,
    channel,
    upstreamModel,
    isStreamed: request.isStreamed,
    outcome: 'ok',
    errorCode: facts.errorCode,
    client: undefined,
    isEstimated: false,
    isCacheHit: false,
    durationMs: 0,
    firstByteMs: facts.firstByteMs,
    usage,
    costMicroUsd: undefined,
    upstreamCostMicroUsd: undefined,
    priceVersion: undefined,
    priceContext: undefined,
    attempts: [],
    budgetAccounts,
    parameters: undefined,
    flagged: undefined,
  };
}

function toUsageAttempt(
  attempt: CallRecord['attempts'][number],
  keepsErrorMessages: boolean,
): UsageEvent['attempts'][number] {
  return {
    channel: attempt.channel,
    upstreamModel: attempt.upstreamModel,
    reason: attempt.reason,
    outcome: attempt.outcome ?? 'called-off',
    upstreamStatus: attempt.upstreamStatus,
    startedAfterMs: attempt.startedAfterMs,
    firstByteMs: attempt.firstByteMs,
    durationMs: attempt.durationMs,
    error: toStoredError(attempt.report, keepsErrorMessages),
  };
}
