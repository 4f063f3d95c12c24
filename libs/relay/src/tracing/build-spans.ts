import { MICRO_USD_PER_USD } from '#canonical';
import { type Attributes, type RequestTrace, type Span } from '#telemetry';
import { type AttemptRecord, type RelayRecord, getTellingAttempt } from '../relay-record.js';
import { getProviderName } from './provider-names.js';

const MS_PER_SECOND = 1_000;
const SERVER_ERROR = 500;

/** A request that is over. */
export interface TracedRequest {
  record: RelayRecord;
  trace: RequestTrace;
  outcome: string;
  /** By the clock of `performance.now()`. */
  startedAt: number;
  endedAt: number;
  requestId: string;
  tokenId: string | undefined;
  /** Absent for a request within a session. */
  http?: { method: string; path: string; status: number };
  /** Where it is run apart from the request that ordered it: what it makes, and for which time. */
  background?: { responseId: string; run: number };
}

/** The span of a request, and one for each attempt. They are made of numbers and names: no prompt or answer is in them. */
export function buildSpans(request: TracedRequest): Span[] {
  return [
    buildRequestSpan(request),
    ...request.record.attempts.map((attempt, index) => buildAttemptSpan(request, attempt, index)),
  ];
}

function buildRequestSpan(request: TracedRequest): Span {
  const { record, trace, outcome, http, background, startedAt, endedAt } = request;
  const telling = getTellingAttempt(record);
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
      'gen_ai.response.model': telling?.outcome === 'ok' ? telling.upstreamModel : undefined,
      'gen_ai.request.stream': record.isStreamed,
      'gen_ai.conversation.id': record.sessionId,
      'error.type': outcome === 'ok' ? undefined : outcome,
      'modelgate.request.id': request.requestId,
      'modelgate.response.id': background?.responseId,
      'modelgate.response.run': background?.run,
      'modelgate.token.id': request.tokenId,
      'modelgate.format': record.format,
      'modelgate.channel': telling?.channel,
      'modelgate.attempts': record.attempts.length,
      'modelgate.cache': record.cache,
      'modelgate.cost_usd':
        record.costMicroUsd === undefined ? undefined : record.costMicroUsd / MICRO_USD_PER_USD,
    },
  };
}

/** A client's own mistake is no fault of the server, by OpenTelemetry's rules; an answer that broke off is. */
function isFault({ outcome, http }: TracedRequest): boolean {
  if (outcome === 'ok' || outcome === 'client-gone') return false;
  return http === undefined || http.status >= SERVER_ERROR || http.status < 400;
}

function buildAttemptSpan(request: TracedRequest, attempt: AttemptRecord, index: number): Span {
  const { record, trace } = request;
  // In sessions attempts begin before anybody has asked for a trace.
  const traced = trace.attempts[index] ?? trace.beginAttempt('');
  const startedAt = traced.provider === '' ? request.startedAt + attempt.startedAfterMs : traced.startedAt;
  const { outcome = 'called-off' } = attempt;
  return {
    name: getName(record, attempt.upstreamModel),
    kind: 'client',
    traceId: trace.context.traceId,
    spanId: traced.spanId,
    parentSpanId: trace.context.spanId,
    startMs: toEpochMs(startedAt),
    endMs: toEpochMs(startedAt + attempt.durationMs),
    isError: outcome !== 'ok' && outcome !== 'called-off',
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

/** What a request used was used by the attempt that answered, or else by the one that came furthest. */
function describeUsage(record: RelayRecord, attempt: AttemptRecord): Attributes {
  const { usage } = record;
  if (usage === undefined || getTellingAttempt(record) !== attempt) return {};
  return {
    'gen_ai.response.model': attempt.outcome === 'ok' ? attempt.upstreamModel : undefined,
    'gen_ai.usage.input_tokens': usage.inputTokens,
    'gen_ai.usage.output_tokens': usage.outputTokens,
    'gen_ai.usage.cache_read.input_tokens': usage.cachedInputTokens,
    'gen_ai.usage.cache_creation.input_tokens': usage.cacheWriteTokens,
    'gen_ai.usage.reasoning.output_tokens': usage.reasoningTokens,
  };
}

function getName({ operation = 'unknown' }: RelayRecord, model: string | undefined): string {
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
