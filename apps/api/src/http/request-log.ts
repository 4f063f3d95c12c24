import { MICRO_USD_PER_USD, type Usage } from '#canonical';
import { type Exchange, type SessionSummary, getPath } from '#http-edge';
import { type RelayRecord } from '#relay';
import { type Logger } from '#telemetry';
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
  const { exchange } = request;
  const path = getPath(request);
  const isRoutine = path === '/healthz' || path === '/readyz' || path === '/metrics';
  const line = {
    requestId: request.id,
    method: request.method,
    path: path.slice(0, MAX_PATH_LENGTH),
    status: getStatus(reply, exchange),
    outcome: getOutcome(reply, exchange),
    durationMs: round(performance.now() - exchange.startedAt),
    tokenId: exchange.token?.id,
    ...describeRecord(exchange.record),
    ...describeSession(exchange.session),
  };
  if (isRoutine) logger.debug(line, 'request');
  else logger.info(line, 'request');
}

/** What a log says of how a request was served. */
export function describeRecord(record: RelayRecord): object {
  const telling = tellingAttempt(record);
  return {
    model: record.model?.slice(0, MAX_MODEL_LENGTH),
    stream: record.isStreamed,
    channel: telling?.channel,
    upstreamModel: telling?.upstreamModel,
    attempts: record.attempts.map((attempt) => ({
      ...attempt,
      startedAfterMs: round(attempt.startedAfterMs),
      firstByteMs: attempt.firstByteMs === undefined ? undefined : round(attempt.firstByteMs),
      durationMs: round(attempt.durationMs),
    })),
    warnings: record.warnings?.length ? shortWarnings(record.warnings) : undefined,
    firstByteMs: record.firstByteMs === undefined ? undefined : round(record.firstByteMs),
    ...toCounts(record.usage),
    estimated: record.isEstimated === true ? true : undefined,
    costUsd: record.costMicroUsd === undefined ? undefined : record.costMicroUsd / MICRO_USD_PER_USD,
    cache: record.cache,
    flagged: record.flagged,
  };
}

function shortWarnings(warnings: readonly string[]): string[] {
  return warnings.slice(0, MAX_WARNINGS).map((warning) => warning.slice(0, MAX_WARNING_LENGTH));
}

function describeSession(session: SessionSummary | undefined): object {
  if (session === undefined) return {};
  const { costMicroUsd, ...facts } = session;
  return { ...facts, costUsd: costMicroUsd / MICRO_USD_PER_USD };
}

function getStatus({ raw }: FastifyReply, { session }: Exchange): number {
  if (session !== undefined) return SWITCHING_PROTOCOLS;
  return raw.headersSent ? raw.statusCode : CLIENT_GONE;
}

/** The one that has answered, or else was given up last; never one that another has outrun. */
function tellingAttempt({ attempts }: RelayRecord): RelayRecord['attempts'][number] | undefined {
  return (
    attempts.find(({ outcome }) => outcome === 'ok') ??
    attempts.findLast(({ outcome }) => outcome !== 'called-off')
  );
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

/** What the upstream's own object holds is not ours to log. */
function toCounts(usage: Usage | undefined): Omit<Usage, 'raw'> | Record<string, never> {
  if (usage === undefined) return {};
  const { raw: _raw, ...counts } = usage;
  return counts;
}
