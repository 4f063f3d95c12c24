import { type AttemptRecord, type CallRecord, findDecidingAttempt } from '#admission';
import { MICRO_USD_PER_USD, OUTCOMES_WITHOUT_ERROR } from '#canonical';
import { type Attributes, type RequestTrace, type Span } from '#telemetry';
import { getProviderName } from './provider-names.js';

const MS_PER_SECOND = 1_000;
const SERVER_ERROR = 500;

/** A request that has ended. */
export interface TracedRequest {
  record: CallRecord;
  trace: RequestTrace;
  outcome: string;
  /** By the clock `performance.now()`. */
  startedAt: number;
  endedAt: number;
  requestId: string;
  tokenId: string | undefined;
  /** Absent for a request within a realtime session. */
  http?: { method: string; path: string; status: number };
  /** Set for background runs: the id of the response and the number of the run. */
  background?: { responseId: string; run: number };
}

/** Builds the span of a request and one for each attempt. They have numbers and names only, no content. */
export function buildSpans(request: TracedRequest): Span[] {
  return [
    buildRequestSpan(request),
    ...request.record.attempts.map((attempt, index) => buildAttemptSpan(request, attempt, index)),
  ];
}

function buildRequestSpan(request: TracedRequest): Span {
  const { record, trace, outcome, http, background, startedAt, endedAt } = request;
  const decidingAttempt = findDecidingAttempt(record);
  const name = getName(record, record.model);
  return {
    name: background === undefined ? name : `background ${name}`,
    kind: background === undefined ? 'server' : 'consumer',
    traceId: trace.context.traceId,
    spanId: trace.context.spanId,
    parentSpanId: trace.parentSpanId,
    startMs: toEpochMs(startedAt),
    endMs: toEpochMs(endedAt),
    isError: isFault(request),
    attributes: {
      'http.request.method': http?.method,
      'url.path': http?.path,
      'http.response.status_code': http?.status,
      'gen_ai.operation.name': record.operation,
      'gen_ai.request.model': record.model,
      'gen_ai.response.model': decidingAttempt?.outcome === 'ok' ? decidingAttempt.upstreamModel : undefined,
      'gen_ai.request.stream': record.isStreamed,
      'gen_ai.conversation.id': record.sessionId,
      'error.type': outcome === 'ok' ? undefined : outcome,
      'modelgate.request.id': request.requestId,
      'modelgate.response.id': background?.responseId,
      'modelgate.response.run': background?.run,
      'modelgate.token.id': request.tokenId,
      'modelgate.format': record.format,
      'modelgate.channel': decidingAttempt?.channel,
      'modelgate.attempts': record.attempts.length,
      'modelgate.cache': record.cache,
      'modelgate.cost_usd':
        record.costMicroUsd === undefined ? undefined : record.costMicroUsd / MICRO_USD_PER_USD,
    },
  };
}

/** By OpenTelemetry's rules, an error of the client is no error of the server span. A truncated response is. */
function isFault({ outcome, http }: TracedRequest): boolean {
  if (OUTCOMES_WITHOUT_ERROR.includes(outcome)) return false;
  return http === undefined || http.status >= SERVER_ERROR || http.status < 400;
}

function buildAttemptSpan(request: TracedRequest, attempt: AttemptRecord, index: number): Span {
  const { record, trace } = request;
  // In a realtime session, an attempt begins before its request is traced.
  const traced = trace.attempts[index] ?? trace.beginAttempt('', request.startedAt + attempt.startedAfterMs);
  const { startedAt } = traced;
  const { outcome = 'called-off' } = attempt;
  return {
    name: getName(record, attempt.upstreamModel),
    kind: 'client',
    traceId: trace.context.traceId,
    spanId: traced.spanId,
    parentSpanId: trace.context.spanId,
    startMs: toEpochMs(startedAt),
    endMs: toEpochMs(startedAt + attempt.durationMs),
    isError: !OUTCOMES_WITHOUT_ERROR.includes(outcome),
    attributes: {
      'gen_ai.operation.name': record.operation,
      'gen_ai.provider.name': traced.provider === '' ? undefined : getProviderName(traced.provider),
      'gen_ai.request.model': attempt.upstreamModel,
      'gen_ai.request.stream': record.isStreamed,
      'gen_ai.response.time_to_first_chunk':
        record.isStreamed === true && attempt.firstByteMs !== undefined
          ? attempt.firstByteMs / MS_PER_SECOND
          : undefined,
      'server.address': traced.url?.hostname,
      'server.port': getPort(traced.url),
      'http.response.status_code': attempt.upstreamStatus,
      'error.type': outcome === 'ok' ? undefined : outcome,
      'modelgate.channel': attempt.channel,
      'modelgate.attempt.reason': attempt.reason,
      'modelgate.attempt.plan': attempt.plan,
      ...describeUsage(record, attempt),
    },
  };
}

/** The usage belongs to the attempt that responded, or else to the one that got furthest. */
function describeUsage(record: CallRecord, attempt: AttemptRecord): Attributes {
  const { usage } = record;
  if (usage === undefined || findDecidingAttempt(record) !== attempt) return {};
  return {
    'gen_ai.response.model': attempt.outcome === 'ok' ? attempt.upstreamModel : undefined,
    'gen_ai.usage.input_tokens': usage.inputTokens,
    'gen_ai.usage.output_tokens': usage.outputTokens,
    'gen_ai.usage.cache_read.input_tokens': usage.cachedInputTokens,
    'gen_ai.usage.cache_creation.input_tokens': usage.cacheWriteTokens,
    'gen_ai.usage.reasoning.output_tokens': usage.reasoningTokens,
  };
}

function getName({ operation = 'unknown' }: CallRecord, model: string | undefined): string {
  return model === undefined ? operation : `${operation} ${model}`;
}

function getPort(url: URL | undefined): number | undefined {
  if (url === undefined) return undefined;
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

function toEpochMs(at: number): number {
  return performance.timeOrigin + at;
}
