import { type CallRecord, getTellingAttempt } from '#admission';
import { LimitRefusal, OverloadRefusal } from '#limits';
import { BudgetRefusal } from '#metering';
import { type Metrics } from '#telemetry';

const MS_PER_SECOND = 1_000;

export interface FinishedRequest {
  record: CallRecord;
  /** Why it was refused, where it was. */
  error?: Error;
  outcome: string;
  durationMs: number;
}

/** Counts one model request, once all is known of it. */
export function recordRequest(
  metrics: Metrics,
  running: ReturnType<Metrics['requestStarted']>,
  { record, error, outcome, durationMs }: FinishedRequest,
): void {
  const { operation = 'unknown', format = 'unknown', model, firstByteMs, attempts, cache } = record;
  running.finish({ operation, format, outcome, model, durationMs, firstByteMs });
  if (cache !== undefined) metrics.cacheAsked(cache);
  if (error instanceof LimitRefusal) metrics.limitRefused(error.limit);
  if (error instanceof BudgetRefusal) metrics.budgetRefused(error.scope);
  if (error instanceof OverloadRefusal) metrics.overloadRefused(error.reason);
  if (outcome === 'overloaded') metrics.limitRefused('overload');
  recordAttempts(metrics, attempts);
  recordAnswer(metrics, record, durationMs);
  if (attempts.length > 0 && model !== undefined) {
    const { usage = { inputTokens: 0, outputTokens: 0 }, costMicroUsd } = record;
    metrics.usageRecorded({ model, usage, costMicroUsd });
  }
}

/** Bursts are no measure: an answer that came in a moment had been written before. */
const MIN_STREAM_MS = 100;

function recordAnswer(metrics: Metrics, record: CallRecord, durationMs: number): void {
  const telling = getTellingAttempt(record);
  const { model, isStreamed, firstByteMs, usage, isEstimated } = record;
  if (telling === undefined || model === undefined) return;
  const streamMs = telling.durationMs - (telling.firstByteMs ?? Number.NaN);
  const isMeasured = isStreamed === true && isEstimated !== true && streamMs >= MIN_STREAM_MS;
  metrics.answered({
    model,
    channel: telling.channel,
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
