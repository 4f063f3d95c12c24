import { type CallRecord, findDecidingAttempt } from '#admission';
import { MICRO_USD_PER_USD, type Usage } from '#canonical';
import { type RequestContext, type SessionSummary, getPath } from '#http-edge';
import { type Logger, logFields } from '#telemetry';
import { type FastifyReply, type FastifyRequest } from 'fastify';

const SWITCHING_PROTOCOLS = 101;
const CLIENT_GONE = 499;
/** Limits for values that clients can choose freely. */
const MAX_PATH_LENGTH = 500;
const MAX_MODEL_LENGTH = 256;
const MAX_WARNINGS = 20;
const MAX_WARNING_LENGTH = 200;

/** Writes one line per request. Only named fields are logged, so that no prompt, credential or query can be included. */
export function logRequest(logger: Logger, request: FastifyRequest, reply: FastifyReply): void {
  const { requestContext, id, method } = request;
  const path = getPath(request);
  const isRoutine = path === '/healthz' || path === '/readyz' || path === '/metrics';
  if (isRoutine && !logger.isLevelEnabled('debug')) return;
  const line = {
    requestId: id,
    method,
    path: path.length > MAX_PATH_LENGTH ? path.slice(0, MAX_PATH_LENGTH) : path,
    status: getStatus(reply, requestContext),
    outcome: getOutcome(reply, requestContext),
    durationMs: round(performance.now() - requestContext.startedAt),
    tokenId: requestContext.token?.id,
    actor: requestContext.actor,
  };
  const level = isRoutine ? 'debug' : 'info';
  logFields(logger, level, 'request', [
    line,
    describeRecord(requestContext.record),
    describeUsage(requestContext.record),
    describeSession(requestContext.session),
  ]);
}

/** The logged fields of a call record. */
export function describeRecord(record: CallRecord): object {
  const decidingAttempt = findDecidingAttempt(record);
  return {
    model: record.model?.slice(0, MAX_MODEL_LENGTH),
    stream: record.isStreamed,
    sessionId: record.sessionId,
    channel: decidingAttempt?.channel,
    upstreamModel: decidingAttempt?.upstreamModel,
    attempts: record.attempts.map(describeAttempt),
    warnings: record.warnings?.length ? shortenWarnings(record.warnings) : undefined,
    firstByteMs: record.firstByteMs === undefined ? undefined : round(record.firstByteMs),
    estimated: record.isEstimated === true ? true : undefined,
    costUsd: record.costMicroUsd === undefined ? undefined : record.costMicroUsd / MICRO_USD_PER_USD,
    cache: record.cache,
    flagged: record.flagged,
  };
}

/** The usage without the original object of the upstream, which is never logged. */
export function describeUsage({ usage }: CallRecord): Omit<Usage, 'raw'> | undefined {
  if (usage === undefined || usage.raw === undefined) return usage;
  const { raw: _raw, ...counts } = usage;
  return counts;
}

function describeAttempt(attempt: CallRecord['attempts'][number]): CallRecord['attempts'][number] {
  const { channel, upstreamModel, plan, reason, outcome, upstreamStatus, startedAfterMs } = attempt;
  return {
    channel,
    upstreamModel,
    plan,
    reason,
    outcome,
    upstreamStatus,
    startedAfterMs: round(startedAfterMs),
    firstByteMs: attempt.firstByteMs === undefined ? undefined : round(attempt.firstByteMs),
    durationMs: round(attempt.durationMs),
  };
}

function shortenWarnings(warnings: readonly string[]): string[] {
  return warnings.slice(0, MAX_WARNINGS).map((warning) => warning.slice(0, MAX_WARNING_LENGTH));
}

function describeSession(session: SessionSummary | undefined): object | undefined {
  if (session === undefined) return undefined;
  const { costMicroUsd, ...facts } = session;
  return { ...facts, costUsd: costMicroUsd / MICRO_USD_PER_USD };
}

/** The status that was sent; 499 if the client disconnected before. */
export function getStatus({ raw }: FastifyReply, { session }: RequestContext): number {
  if (session !== undefined) return SWITCHING_PROTOCOLS;
  return raw.headersSent ? raw.statusCode : CLIENT_GONE;
}

/** The outcome is `client-gone` if the client disconnected before the end of a successful response. */
export function getOutcome(
  reply: FastifyReply,
  { record: { outcome: recorded }, session }: RequestContext,
): string {
  if (session === undefined && !reply.raw.writableFinished && (recorded === undefined || recorded === 'ok'))
    return 'client-gone';
  return recorded ?? 'ok';
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}
