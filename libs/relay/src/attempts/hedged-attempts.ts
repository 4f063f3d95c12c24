import { CancelSource, GatewayError } from '#canonical';
import { type Route, type Step } from '#catalog';
import { Attempt, type AttemptedCall, type RouteCandidate } from './attempt.js';
import { type AttemptControls } from './attempt-controls.js';
import { type Serve, mayBeThisChannel, noChannel, pauseAndRetry, serveInSlot } from './attempt-steps.js';

interface Ended<One extends RouteCandidate> {
  attempt: RacingAttempt<One>;
  error?: GatewayError;
}

/**
 * Attempts of which a second begins, on another channel, where the first has said nothing for a while. The first that
 * has something to say speaks to the client, the others are called off.
 */
export class HedgedAttempts<One extends RouteCandidate> {
  private readonly attempts: RacingAttempt<One>[] = [];
  /** Those that have not ended. */
  private readonly running = new Set<RacingAttempt<One>>();
  /** All that were ever launched, to their end; none of them rejects. */
  private readonly followings: Promise<void>[] = [];
  private readonly ended: Ended<One>[] = [];
  private onEnded: () => void = () => undefined;
  private hasPaused = false;
  private winner: RacingAttempt<One> | undefined;

  constructor(
    private readonly route: Route<One>,
    private readonly call: AttemptedCall,
    private readonly controls: AttemptControls,
    private readonly serve: Serve<One>,
  ) {}

  /** Resolves when one of the ways has served the request. */
  async run(): Promise<void> {
    const first = this.route.next();
    if (first === undefined) throw noChannel();
    this.launch(first);
    const hedge = setTimeout(() => this.hedge(), this.call.hedgeMs);
    try {
      for (;;) {
        const { attempt, error } = await this.nextEnd();
        const isCalledOff = this.winner !== undefined && attempt !== this.winner;
        if (isCalledOff) continue;
        if (error === undefined) return;
        await this.goOnAfter(attempt, error);
      }
    } finally {
      clearTimeout(hedge);
      await Promise.all(this.followings);
    }
  }

  private async nextEnd(): Promise<Ended<One>> {
    for (;;) {
      const ended = this.ended.shift();
      if (ended !== undefined) return ended;
      await new Promise<void>((resolve) => {
        this.onEnded = resolve;
      });
    }
  }

  /** Waits for others that run, goes on to the next, or gives up. */
  private async goOnAfter(attempt: RacingAttempt<One>, error: GatewayError): Promise<void> {
    const isOver = this.winner !== undefined || this.call.client.signal.aborted || !mayBeThisChannel(error);
    if (!isOver) {
      if (this.running.size > 0) return;
      const next = this.route.next() ?? (await this.retryLater(attempt.candidate, error));
      if (next !== undefined) return this.launch(next);
    }
    this.call.lead = attempt;
    for (const one of this.attempts) one.callOff();
    throw error;
  }

  private async retryLater(candidate: One, error: GatewayError): Promise<Step<One> | undefined> {
    if (this.hasPaused) return undefined;
    this.hasPaused = true;
    return pauseAndRetry(candidate, error, { route: this.route, call: this.call });
  }

  private hedge(): void {
    if (this.winner !== undefined || this.running.size === 0) return;
    const step = this.route.hedge();
    if (step !== undefined) this.launch(step);
  }

  private launch(step: Step<One>): void {
    const attempt = new RacingAttempt(step, this.call, () => this.claim(attempt));
    this.attempts.push(attempt);
    if (this.winner === undefined) this.call.lead = attempt;
    this.running.add(attempt);
    this.followings.push(this.followToEnd(attempt));
  }

  /** Never rejects. */
  private async followToEnd(attempt: RacingAttempt<One>): Promise<void> {
    const { call, controls, route, serve } = this;
    let error: GatewayError | undefined;
    try {
      await serveInSlot(attempt, { call, controls, route, serve });
      attempt.succeed();
    } catch (thrown) {
      error = attempt.fail(thrown);
    }
    attempt.leave();
    this.running.delete(attempt);
    this.ended.push({ attempt, error });
    this.onEnded();
  }

  /** Throws where another one has been faster. */
  private claim(attempt: RacingAttempt<One>): void {
    if (this.winner === attempt) return;
    if (this.winner !== undefined) throw lostRace();
    this.winner = attempt;
    // The others are called off, and the books are closed before they have noticed.
    const now = performance.now();
    for (const other of this.attempts) {
      if (other === attempt) continue;
      other.callOff();
      if (other.record.outcome === undefined) other.record.durationMs = now - other.startedAt;
    }
  }
}

/** An attempt that may have rivals, and that can be called off. */
class RacingAttempt<One extends RouteCandidate> extends Attempt<One> {
  private readonly end = new CancelSource();
  private isCalledOff = false;

  constructor(
    step: Step<One>,
    call: AttemptedCall,
    private readonly win: () => void,
  ) {
    super(step, call);
    if (call.client.signal.aborted) this.follow();
    else call.client.signal.addEventListener('abort', this.follow, { once: true });
  }

  override get signal(): CancelSource {
    return this.end;
  }

  override claim(): void {
    this.win();
    super.claim();
  }

  callOff(): void {
    if (this.end.aborted) return;
    this.isCalledOff = true;
    this.end.abort(lostRace());
  }

  override fail(thrown: unknown): GatewayError {
    if (!this.isCalledOff) return super.fail(thrown);
    const error = GatewayError.from(thrown);
    this.record.outcome = 'called-off';
    this.record.upstreamStatus = error.upstreamStatus;
    this.use.abandoned();
    this.noteEnd();
    return error;
  }

  /** Nothing of this attempt listens to the client any longer. */
  leave(): void {
    this.call.client.signal.removeEventListener('abort', this.follow);
  }

  private readonly follow = (): void => this.end.abort(this.call.client.signal.reason);
}

function lostRace(): GatewayError {
  return new GatewayError('client-gone', 'Another channel was faster.');
}
