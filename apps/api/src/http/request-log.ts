import { type Logger } from '#telemetry';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { pathOf } from './path-of.js';

/** One line per request. It is built from named fields only, so no prompt, credential or query can slip in. */
export function logRequest(
  logger: Logger,
  request: FastifyRequest,
  reply: FastifyReply,
  closedAt: number,
): void {
  const { startedAt, token, record } = request.exchange;
  const path = pathOf(request);
  const isRoutine = path === '/healthz' || path === '/readyz';
  const last = record.attempts.at(-1);
  const line = {
    requestId: request.id,
    method: request.method,
    path,
    status: reply.raw.headersSent ? reply.raw.statusCode : 499,
    outcome: outcomeOf(reply, record.outcome),
    durationMs: round(closedAt - startedAt),
    tokenId: token?.id,
    model: record.model,
    stream: record.isStreamed,
    channel: last?.channel,
    upstreamModel: last?.upstreamModel,
    attempts: record.attempts.map((attempt) => ({ ...attempt, durationMs: round(attempt.durationMs) })),
    warnings: record.warnings?.length ? record.warnings : undefined,
    firstByteMs: record.firstByteMs === undefined ? undefined : round(record.firstByteMs),
    inputTokens: record.usage?.inputTokens,
    outputTokens: record.usage?.outputTokens,
  };
  if (isRoutine) logger.debug(line, 'request');
  else logger.info(line, 'request');
}

function outcomeOf(reply: FastifyReply, recorded: string | undefined): string {
  if (!reply.raw.writableFinished && (recorded === undefined || recorded === 'ok')) return 'client-gone';
  return recorded ?? 'ok';
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}
