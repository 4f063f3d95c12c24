import { CancelSource, GatewayError } from '#canonical';
import { type CandidateSelector, type SelectedCandidate } from '#catalog';
import { Attempt, type AttemptedRequest, type RouteCandidate } from './attempt.js';
import { type AttemptControls } from './attempt-controls.js';
import {
  type ServeAttempt,
  canOtherChannelSucceed,
  noChannel,
  pauseAndRetry,
  serveInSlot,
} from './serve-attempt.js';

interface AttemptEnd<One extends RouteCandidate> {
  attempt: RacingAttempt<One>;
  error?: GatewayError;
}

/**
 * Starts a second attempt on another channel if the first has sent nothing for a while. The first attempt that has
 * something to send responds to the client; the others are cancelled.
 */
export class HedgedAttempts<One extends RouteCandidate> {
  private readonly attempts: RacingAttempt<One>[] = [];
  private readonly running = new Set<RacingAttempt<One>>();
  /** One promise for each attempt, which never rejects. */
  private readonly runs: Promise<void>[] = [];
  private readonly ended: AttemptEnd<One>[] = [];
  private onEnded: () => void = () => undefined;
  private hasPaused = false;
  private winner: RacingAttempt<One> | undefined;

  constructor(
    private readonly selector: CandidateSelector<One>,
    private readonly request: AttemptedRequest,
    private readonly controls: AttemptControls,
    private readonly serve: ServeAttempt<One>,
  ) {}

  /** Resolves when an attempt has served the request. */
  async run(): Promise<void> {
    const first = this.selector.next();
    if (first === undefined) throw noChannel();
    this.start(first);
    const hedgeTimer = setTimeout(() => this.startHedge(), this.request.hedgeMs);
    try {
      for (;;) {
        const { attempt, error } = await this.waitForEnd();
        const isCalledOff = this.winner !== undefined && attempt !== this.winner;
        if (isCalledOff) continue;
        if (error === undefined) return;
        await this.handleFailure(attempt, error);
      }
    } finally {
      clearTimeout(hedgeTimer);
      await Promise.all(this.runs);
    }
  }

  private async waitForEnd(): Promise<AttemptEnd<One>> {
    for (;;) {
      const ended = this.ended.shift();
      if (ended !== undefined) return ended;
      await new Promise<void>((resolve) => {
        this.onEnded = resolve;
      });
    }
  }

  /** Waits for other attempts, starts the next one, or throws. */
  private async handleFailure(attempt: RacingAttempt<One>, error: GatewayError): Promise<void> {
    const isOver =
      this.winner !== undefined || this.request.client.signal.aborted || !canOtherChannelSucceed(error);
    if (!isOver) {
      if (this.running.size > 0) return;
      const next = this.selector.next() ?? (await this.pauseOnce(attempt.candidate, error));
      if (next !== undefined) return this.start(next);
    }
    this.request.decidingAttempt = attempt;
    for (const one of this.attempts) one.cancel();
    throw error;
  }

  private async pauseOnce(candidate: One, error: GatewayError): Promise<SelectedCandidate<One> | undefined> {
    if (this.hasPaused) return undefined;
    this.hasPaused = true;
    return pauseAndRetry(candidate, error, { selector: this.selector, request: this.request });
  }

  private startHedge(): void {
    if (this.winner !== undefined || this.running.size === 0) return;
    const selected = this.selector.hedge();
    if (selected !== undefined) this.start(selected);
  }

  private start(selected: SelectedCandidate<One>): void {
    const attempt = new RacingAttempt(selected, this.request, () => this.claim(attempt));
    this.attempts.push(attempt);
    if (this.winner === undefined) this.request.decidingAttempt = attempt;
    this.running.add(attempt);
    this.runs.push(this.runAttempt(attempt));
  }

  private async runAttempt(attempt: RacingAttempt<One>): Promise<void> {
    const { request, controls, selector, serve } = this;
    let error: GatewayError | undefined;
    try {
      await serveInSlot(attempt, { request, controls, selector, serve });
      attempt.succeed();
    } catch (thrown) {
      error = attempt.fail(thrown);
    }
    attempt.stopListening();
    this.running.delete(attempt);
    this.ended.push({ attempt, error });
    this.onEnded();
  }

  /** Throws if another attempt was faster. */
  private claim(attempt: RacingAttempt<One>): void {
    if (this.winner === attempt) return;
    if (this.winner !== undefined) throw lostRace();
    this.winner = attempt;
    // The durations are recorded now, because the bill is closed before the cancelled attempts end.
    const now = performance.now();
    for (const other of this.attempts) {
      if (other === attempt) continue;
      other.cancel();
      if (other.record.outcome === undefined) other.record.durationMs = now - other.startedAt;
    }
  }
}

/** An attempt that can be cancelled if another one is faster. */
class RacingAttempt<One extends RouteCandidate> extends Attempt<One> {
  private readonly cancellation = new CancelSource();
  private isCancelled = false;

  constructor(
    selected: SelectedCandidate<One>,
    request: AttemptedRequest,
    private readonly onClaim: () => void,
  ) {
    super(selected, request);
    if (request.client.signal.aborted) this.onClientAbort();
    else request.client.signal.addEventListener('abort', this.onClientAbort, { once: true });
  }

  override get signal(): CancelSource {
    return this.cancellation;
  }

  override claim(): void {
    this.onClaim();
    super.claim();
  }

  cancel(): void {
    if (this.cancellation.aborted) return;
    this.isCancelled = true;
    this.cancellation.abort(lostRace());
  }

  override fail(thrown: unknown): GatewayError {
    if (!this.isCancelled) return super.fail(thrown);
    const error = GatewayError.from(thrown);
    this.record.outcome = 'called-off';
    this.record.upstreamStatus = error.upstreamStatus;
    this.use.abandoned();
    this.noteEnd();
    return error;
  }

  /** Removes the listener for a disconnected client. */
  stopListening(): void {
    this.request.client.signal.removeEventListener('abort', this.onClientAbort);
  }

  private readonly onClientAbort = (): void => this.cancellation.abort(this.request.client.signal.reason);
}

function lostRace(): GatewayError {
  return new GatewayError('client-gone', 'Another channel was faster.');
}
