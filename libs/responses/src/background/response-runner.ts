import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayError, type JsonObject } from '#canonical';
import { LimitRefusal } from '#limits';
import { LOGGER, type Logger } from '#telemetry';
import { backgroundState } from '#wire';
import { Inject, Injectable } from '@nestjs/common';
import { type ClaimedResponse, isFinishedStatus } from './background-response.js';
import { ClaimRepository } from './claims.repository.js';
import { EventBatches } from './event-batches.js';
import { EventRecorder } from './event-recorder.js';
import { EventRepository } from './events.repository.js';
import { type Outcome, OutcomeRepository } from './outcomes.repository.js';
import { ResponseRelay } from './response-relay.js';
import { type PreparedRun } from './run-preparation.js';
import { type Run } from './run.js';

/** Or why the request cannot be run at all. */
type Prepared = PreparedRun | GatewayError;

const MAX_ATTEMPTS = 2;
const RETRY_MS = 500;

/** Takes a response that was claimed to its end, or to the moment at which others have to go on with it. */
@Injectable()
export class ResponseRunner {
  constructor(
    private readonly claims: ClaimRepository,
    private readonly events: EventRepository,
    private readonly outcomes: OutcomeRepository,
    private readonly relay: ResponseRelay,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async run(claimed: ClaimedResponse, run: Run): Promise<void> {
    const early = outcomeWithoutRun(claimed);
    if (early !== undefined) return this.conclude(claimed, run, early);
    const prepared = await this.prepare(claimed);
    if (prepared instanceof LimitRefusal) return this.postpone(claimed, run, prepared);
    if (!(await this.begin(claimed, run, prepared))) return;
    const deadline = setTimeout(() => run.stop('deadline'), claimed.remainingMs);
    try {
      const outcome = await this.runNow(claimed, run, prepared);
      if (outcome === undefined) await this.claims.release(run.lease);
      else await this.conclude(claimed, run, outcome);
    } finally {
      clearTimeout(deadline);
    }
  }

  private async prepare(claimed: ClaimedResponse): Promise<Prepared> {
    try {
      return await this.relay.prepare(claimed);
    } catch (thrown) {
      return GatewayError.from(thrown);
    }
  }

  /** The response stays queued, and is tried again after a while. */
  private async postpone(
    { id, tokenId }: ClaimedResponse,
    { lease }: Run,
    refusal: LimitRefusal,
  ): Promise<void> {
    this.logger.debug({ responseId: id, tokenId, limit: refusal.limit }, 'a response waits for a limit');
    await this.claims.postpone(lease, tokenId, refusal.retryAfterSeconds);
  }

  /** False where the lease is lost, or the response was cancelled. */
  private async begin({ request }: ClaimedResponse, { lease }: Run, prepared: Prepared): Promise<boolean> {
    let hasBegun = false;
    try {
      hasBegun = await this.claims.begin(lease, backgroundState.startedEvent(request));
    } finally {
      if (!hasBegun && !(prepared instanceof GatewayError)) prepared.admitted.settle();
    }
    return hasBegun;
  }

  /** Undefined where the run came to nothing and another one may do better. */
  private async runNow(claimed: ClaimedResponse, run: Run, prepared: Prepared): Promise<Outcome | undefined> {
    const batches = new EventBatches(run, { events: this.events, logger: this.logger });
    const recorder = new EventRecorder(run, claimed.request, batches);
    const error = await this.relay.run(claimed, prepared, recorder);
    const rest = await batches.close();
    const { final } = recorder;
    if (final !== undefined && isFinishedStatus(final['status'])) {
      return { status: final['status'], response: final, events: rest };
    }
    if (run.stopReason === 'cancelled') return cancelled(claimed, recorder.output, rest);
    if (run.stopReason === 'shutdown' || run.stopReason === 'lease-lost') return undefined;
    const fault = run.signal.aborted ? GatewayError.from(run.signal.reason) : (error ?? endedEarly());
    return failed(backgroundState.failedEvent(claimed.request, fault, recorder.nextSequence), rest);
  }

  /** A response that is made is not lost to a moment without a database. */
  private async conclude(claimed: ClaimedResponse, run: Run, outcome: Outcome): Promise<void> {
    const guard = { epoch: run.lease.epoch, from: ['queued', 'in_progress'] } as const;
    while (!run.isLeaseLost) {
      try {
        await this.outcomes.finish(claimed, guard, outcome);
        return;
      } catch (error) {
        this.logger.warn({ err: error, responseId: claimed.id }, 'could not write the end of a response');
        await sleep(RETRY_MS);
      }
    }
  }
}

/** What is not to be run, again or at all. An answer of which clients may have seen a part is not begun anew. */
function outcomeWithoutRun(claimed: ClaimedResponse): Outcome | undefined {
  const { request, isCancelRequested, remainingMs, nextSequence, attempts } = claimed;
  if (isCancelRequested) return cancelled(claimed, [], []);
  const hasOutput = nextSequence > backgroundState.FIRST_OUTPUT_SEQUENCE;
  if (remainingMs > 0 && !hasOutput && attempts < MAX_ATTEMPTS) return undefined;
  const message =
    remainingMs > 0
      ? 'The gateway was interrupted while it made this response.'
      : 'The response was not finished within an hour.';
  return failed(
    backgroundState.failedEvent(request, new GatewayError('internal-error', message), nextSequence),
  );
}

function endedEarly(): GatewayError {
  return new GatewayError(
    'upstream-bad-response',
    'The model service ended its answer before it was complete.',
  );
}

function cancelled({ request }: ClaimedResponse, output: JsonObject[], events: Outcome['events']): Outcome {
  const response = { ...backgroundState.describe(request, 'cancelled'), output };
  return { status: 'cancelled', response, events };
}

function failed(event: backgroundState.ResponseEvent, before: Outcome['events'] = []): Outcome {
  return { status: 'failed', response: event['response'] as JsonObject, events: [...before, event] };
}
