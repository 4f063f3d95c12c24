import { GatewayError } from '#canonical';
import { type Target } from '#catalog';
import { type ClientSide } from './client-side.js';
import { type AttemptRecord, type PlanKind, type RelayRecord } from './relay-record.js';

/** One way to serve a request: a target, and how it is spoken to. */
export interface Way {
  kind: PlanKind;
  target: Target;
}

export interface Attempted {
  record: RelayRecord;
  client: Pick<ClientSide, 'signal'>;
}

/** The next way is tried while nothing has been sent and the fault may be this one's own. */
export async function tryInTurn<One extends Way>(
  ways: readonly One[],
  { record, client }: Attempted,
  serve: (way: One) => Promise<void>,
): Promise<void> {
  let lastError: GatewayError | undefined;
  for (const way of ways) {
    try {
      await recordAttempt(way, record, serve);
      return;
    } catch (thrown) {
      lastError = GatewayError.from(thrown);
      const isOver = record.firstByteMs !== undefined || client.signal.aborted;
      // What one upstream cannot express, another may.
      const mayBeThisChannel = lastError.retryable || lastError.kind === 'unsupported-parameter';
      if (isOver || !mayBeThisChannel) throw lastError;
    }
  }
  throw lastError ?? new GatewayError('no-channel', 'No channel is left to try.');
}

async function recordAttempt<One extends Way>(
  way: One,
  record: RelayRecord,
  serve: (way: One) => Promise<void>,
): Promise<void> {
  const startedAt = performance.now();
  const { kind, target } = way;
  const attempt: AttemptRecord = {
    channel: target.channel.name,
    upstreamModel: target.upstreamModel,
    plan: kind,
    durationMs: 0,
  };
  record.attempts.push(attempt);
  try {
    await serve(way);
    attempt.outcome = 'ok';
  } catch (thrown) {
    const error = GatewayError.from(thrown);
    attempt.outcome = error.kind;
    attempt.upstreamStatus = error.upstreamStatus;
    throw error;
  } finally {
    attempt.durationMs = performance.now() - startedAt;
  }
}
