import { type CallRecord, findDecidingAttempt } from '#admission';
import { LimitRefusal, OverloadRefusal } from '#limits';
import { BudgetRefusal } from '#metering';
import { type Metrics } from '#telemetry';

const MS_PER_SECOND = 1_000;

export interface FinishedRequest {
  record: CallRecord;
  /** Set if the request failed. */
  error?: Error;
  outcome: string;
  durationMs: number;
}

/** Records the metrics of a model request that has ended. */
export function recordRequest(
  metrics: Metrics,
  running: ReturnType<Metrics['requestStarted']>,
  { record, error, outcome, durationMs }: FinishedRequest,
): void {
  const { operation = 'unknown', format = 'unknown', model, firstByteMs, attempts, cache } = record;
  running.finish({ operation, format, outcome, model, durationMs, firstByteMs });
  if (cache !== undefined) metrics.cacheLookedUp(cache);
  if (error instanceof LimitRefusal) metrics.limitRefused(error.limit);
  if (error instanceof BudgetRefusal) metrics.budgetRefused(error.scope);
  if (error instanceof OverloadRefusal) metrics.overloadRefused(error.reason);
  if (outcome === 'overloaded') metrics.limitRefused('overload');
  recordAttempts(metrics, attempts);
  recordResponse(metrics, record, durationMs);
  if (attempts.length > 0 && model !== undefined) {
    const { usage = { inputTokens: 0, outputTokens: 0 }, costMicroUsd } = record;
    metrics.usageRecorded({ model, usage, costMicroUsd });
  }
}

/** The output speed of a shorter stream is not recorded: its output was generated before the first byte. */
const MIN_STREAM_MS = 100;

function recordResponse(metrics: Metrics, record: CallRecord, durationMs: number): void {
  const decidingAttempt = findDecidingAttempt(record);
  const { model, isStreamed, firstByteMs, usage, isEstimated } = record;
  if (decidingAttempt === undefined || model === undefined) return;
  const streamMs = decidingAttempt.durationMs - (decidingAttempt.firstByteMs ?? Number.NaN);
  const isMeasured = isStreamed === true && isEstimated !== true && streamMs >= MIN_STREAM_MS;
  metrics.responseCompleted({
    model,
    channel: decidingAttempt.channel,
    durationMs,
    firstTokenMs: isStreamed === true ? firstByteMs : undefined,
    outputTokensPerSecond:
      isMeasured && usage !== undefined ? (usage.outputTokens / streamMs) * MS_PER_SECOND : undefined,
  });
}

function recordAttempts(metrics: Metrics, attempts: CallRecord['attempts']): void {
  for (const { channel, outcome = 'called-off', reason } of attempts) {
    metrics.attemptFinished(channel, outcome);
    if (reason !== 'first' && reason !== 'hedge') metrics.retried();
  }
  const hedge = attempts.find(({ reason }) => reason === 'hedge');
  if (hedge === undefined) return;
  if (hedge.outcome === 'ok') metrics.hedged('second-won');
  else metrics.hedged(attempts.some(({ outcome }) => outcome === 'ok') ? 'first-won' : 'both-failed');
}
