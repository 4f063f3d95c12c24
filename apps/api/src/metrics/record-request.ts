import { LimitRefusal } from '#limits';
import { BudgetRefusal } from '#metering';
import { type RelayRecord } from '#relay';
import { type Metrics } from '#telemetry';

export interface FinishedRequest {
  record: RelayRecord;
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
  running.finish({ operation, format, outcome, durationMs, firstByteMs });
  if (cache !== undefined) metrics.cacheAsked(cache);
  if (error instanceof LimitRefusal) metrics.limitRefused(error.limit);
  if (error instanceof BudgetRefusal) metrics.budgetRefused(error.scope);
  if (outcome === 'overloaded') metrics.limitRefused('overload');
  recordAttempts(metrics, attempts);
  if (attempts.length > 0 && model !== undefined) {
    const { usage = { inputTokens: 0, outputTokens: 0 }, costMicroUsd } = record;
    metrics.usageRecorded({ model, usage, costMicroUsd });
  }
}

function recordAttempts(metrics: Metrics, attempts: RelayRecord['attempts']): void {
  for (const { channel, outcome = 'called-off', reason } of attempts) {
    metrics.attemptFinished(channel, outcome);
    if (reason !== 'first' && reason !== 'hedge') metrics.retried();
  }
  const hedge = attempts.find(({ reason }) => reason === 'hedge');
  if (hedge === undefined) return;
  if (hedge.outcome === 'ok') metrics.hedged('second-won');
  else metrics.hedged(attempts.some(({ outcome }) => outcome === 'ok') ? 'first-won' : 'both-failed');
}
