import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayError, type JsonObject } from '#canonical';
import { LimitRefusal } from '#limits';
import { LOGGER, type Logger } from '#telemetry';
import { backgroundState, endedEarly } from '#wire';
import { Inject, Injectable } from '@nestjs/common';
import { type ClaimedResponse, type LoadedResponse, isFinishedStatus } from './background-response.js';
import { ClaimRepository } from './claims.repository.js';
import { EventBatches } from './event-batches.js';
import { EventRecorder } from './event-recorder.js';
import { EventRepository } from './events.repository.js';
import { type Outcome, OutcomeRepository } from './outcomes.repository.js';
import { ResponseRelay } from './response-relay.js';
import { type PreparedRun } from './run-preparation.js';
import { type Run } from './run.js';

/** A run, or the error that prevents it. */
type Prepared = PreparedRun | GatewayError;

interface StartableRun {
  loaded: LoadedResponse;
  prepared: Prepared;
}

const MAX_ATTEMPTS = 2;
const RETRY_MS = 500;

/** Runs a claimed response until it is finished or other workers have to continue it. */
@Injectable()
export class ResponseRunner {
  constructor(
    private readonly claims: ClaimRepository,
    private readonly events: EventRepository,
    private readonly outcomes: OutcomeRepository,
    private readonly relay: ResponseRelay,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The caller must have reserved the memory for the request. */
  async run(claimed: ClaimedResponse, run: Run): Promise<void> {
    const startable = await this.loadAndPrepare(claimed, run);
    if (startable === undefined) return;
    const { loaded, prepared } = startable;
    if (!(await this.start(loaded, run, prepared))) return;
    const deadline = setTimeout(() => run.stop('deadline'), loaded.remainingMs);
    try {
      const outcome = await this.execute(loaded, run, prepared);
      if (outcome === undefined) await this.claims.release(run.lease);
      else await this.storeOutcome(loaded, run, outcome);
    } finally {
      clearTimeout(deadline);
    }
  }

  /** Undefined if the response is not run now, or not at all. */
  private async loadAndPrepare(claimed: ClaimedResponse, run: Run): Promise<StartableRun | undefined> {
    const loaded = await this.relay.load(claimed);
    if (loaded === undefined) return undefined;
    if (loaded.isCancelRequested) {
      await this.storeOutcome(loaded, run, cancelled(loaded, [], []));
      return undefined;
    }
    const fault = findError(loaded);
    if (fault !== undefined) {
      await this.failWithoutRun(loaded, run, fault);
      return undefined;
    }
    const prepared = await this.prepare(loaded);
    if (prepared instanceof LimitRefusal) {
      await this.postpone(loaded, run, prepared);
      return undefined;
    }
    // The body includes the conversation, so the second copy is released before the run.
    return { loaded: { ...loaded, request: { ...loaded.request, turns: [] } }, prepared };
  }

  /** Fails a response without a run. If it never ran, it has no usage event, so the error is recorded. */
  private async failWithoutRun(claimed: LoadedResponse, run: Run, error: GatewayError): Promise<void> {
    const { request, attempts, nextSequence } = claimed;
    const durationMs = Math.max(0, Date.now() - request.createdAtSeconds * 1_000);
    if (attempts === 0) this.relay.noteRefusal(claimed, { error, durationMs });
    await this.storeOutcome(claimed, run, failed(backgroundState.failedEvent(request, error, nextSequence)));
  }

  private async prepare(claimed: LoadedResponse): Promise<Prepared> {
    try {
      return await this.relay.prepare(claimed);
    } catch (thrown) {
      return GatewayError.from(thrown);
    }
  }

  /** The response remains queued and is claimed again later. */
  private async postpone(
    { id, tokenId }: LoadedResponse,
    { lease }: Run,
    refusal: LimitRefusal,
  ): Promise<void> {
    this.logger.debug(
      { responseId: id, tokenId, limit: refusal.limit },
      'background response waits for a limit',
    );
    await this.claims.postpone(lease, tokenId, refusal.retryAfterSeconds);
  }

  /** Returns false if the lease is lost or the response is finished. */
  private async start({ request }: LoadedResponse, { lease }: Run, prepared: Prepared): Promise<boolean> {
    let hasStarted = false;
    try {
      hasStarted = await this.claims.markStarted(lease, backgroundState.startedEvent(request));
    } finally {
      if (!hasStarted && !(prepared instanceof GatewayError)) prepared.admitted.settle();
    }
    return hasStarted;
  }

  /** Undefined if the run was interrupted and should be repeated. */
  private async execute(claimed: LoadedResponse, run: Run, prepared: Prepared): Promise<Outcome | undefined> {
    const batches = new EventBatches(run, { events: this.events, logger: this.logger });
    const recorder = new EventRecorder(run, claimed.request, batches);
    const error = await this.relay.run(claimed, prepared, recorder);
    await recorder.whenIdle();
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

  /** Stores the outcome, with retries while the database is unavailable. */
  private async storeOutcome(claimed: LoadedResponse, run: Run, outcome: Outcome): Promise<void> {
    const guard = { epoch: run.lease.epoch, from: ['queued', 'in_progress'] } as const;
    while (!run.isLeaseLost) {
      try {
        await this.outcomes.finish(claimed, guard, outcome);
        return;
      } catch (error) {
        this.logger.warn(
          { err: error, responseId: claimed.id },
          'the result of a background response could not be stored',
        );
        await sleep(RETRY_MS);
      }
    }
  }
}

/** Why a response cannot be run. A response with output that clients may have read is not repeated. */
function findError({ remainingMs, nextSequence, attempts }: LoadedResponse): GatewayError | undefined {
  const hasOutput = nextSequence > backgroundState.FIRST_OUTPUT_SEQUENCE;
  if (remainingMs > 0 && !hasOutput && attempts < MAX_ATTEMPTS) return undefined;
  const message =
    remainingMs > 0
      ? 'The gateway was interrupted while it generated this response.'
      : 'The response did not finish within one hour.';
  return new GatewayError('internal-error', message);
}

function cancelled({ request }: LoadedResponse, output: JsonObject[], events: Outcome['events']): Outcome {
  const response = { ...backgroundState.describe(request, 'cancelled'), output };
  return { status: 'cancelled', response, events };
}

function failed(event: backgroundState.ResponseEvent, before: Outcome['events'] = []): Outcome {
  return { status: 'failed', response: event['response'] as JsonObject, events: [...before, event] };
}
