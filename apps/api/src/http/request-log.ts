import { type CallRecord, getTellingAttempt } from '#admission';
import { MICRO_USD_PER_USD, type Usage } from '#canonical';
import { type Exchange, type SessionSummary, getPath } from '#http-edge';
import { type Logger, logFields } from '#telemetry';
import { type FastifyReply, type FastifyRequest } from 'fastify';

const SWITCHING_PROTOCOLS = 101;
const CLIENT_GONE = 499;
/** Of what a stranger may choose freely, so much is logged. */
const MAX_PATH_LENGTH = 500;
const MAX_MODEL_LENGTH = 256;
const MAX_WARNINGS = 20;
const MAX_WARNING_LENGTH = 200;

/** One line per request. It is built from named fields only, so no prompt, credential or query can slip in. */
export function logRequest(logger: Logger, request: FastifyRequest, reply: FastifyReply): void {
  const { exchange, id, method } = request;
  const path = getPath(request);
  const isRoutine = path === '/healthz' || path === '/readyz' || path === '/metrics';
  if (isRoutine && !logger.isLevelEnabled('debug')) return;
  const line = {
    requestId: id,
    method,
    path: path.length > MAX_PATH_LENGTH ? path.slice(0, MAX_PATH_LENGTH) : path,
    status: getStatus(reply, exchange),
    outcome: getOutcome(reply, exchange),
    durationMs: round(performance.now() - exchange.startedAt),
    tokenId: exchange.token?.id,
    actor: exchange.actor,
  };
  const level = isRoutine ? 'debug' : 'info';
  logFields(logger, level, 'request', [
    line,
    describeRecord(exchange.record),
    describeUsage(exchange.record),
    describeSession(exchange.session),
  ]);
}

/** What a log says of how a request was served. */
export function describeRecord(record: CallRecord): object {
  const telling = getTellingAttempt(record);
  return {
    model: record.model?.slice(0, MAX_MODEL_LENGTH),
    stream: record.isStreamed,
    sessionId: record.sessionId,
    channel: telling?.channel,
    upstreamModel: telling?.upstreamModel,
    attempts: record.attempts.map(describeAttempt),
    warnings: record.warnings?.length ? shortWarnings(record.warnings) : undefined,
    firstByteMs: record.firstByteMs === undefined ? undefined : round(record.firstByteMs),
    estimated: record.isEstimated === true ? true : undefined,
    costUsd: record.costMicroUsd === undefined ? undefined : record.costMicroUsd / MICRO_USD_PER_USD,
    cache: record.cache,
    flagged: record.flagged,
  };
}

/** What the upstream's own object holds is not ours to log. */
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

function shortWarnings(warnings: readonly string[]): string[] {
  return warnings.slice(0, MAX_WARNINGS).map((warning) => warning.slice(0, MAX_WARNING_LENGTH));
}

function describeSession(session: SessionSummary | undefined): object | undefined {
  if (session === undefined) return undefined;
  const { costMicroUsd, ...facts } = session;
  return { ...facts, costUsd: costMicroUsd / MICRO_USD_PER_USD };
}

/** What its client was told; 499 where that had gone before. */
export function getStatus({ raw }: FastifyReply, { session }: Exchange): number {
  if (session !== undefined) return SWITCHING_PROTOCOLS;
  return raw.headersSent ? raw.statusCode : CLIENT_GONE;
}

/** A client that left before the end of an answer has not got it, whatever became of it here. */
export function getOutcome(
  reply: FastifyReply,
  { record: { outcome: recorded }, session }: Exchange,
): string {
  if (session === undefined && !reply.raw.writableFinished && (recorded === undefined || recorded === 'ok'))
    return 'client-gone';
  return recorded ?? 'ok';
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}
