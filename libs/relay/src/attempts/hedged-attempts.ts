import { type GatewayError } from '#canonical';
import { Route, type Step } from '#catalog';
import { type AttemptControls } from './attempt-controls.js';
import {
  type Attempt,
  type AttemptedCall,
  type Serve,
  follow,
  mayBeThisChannel,
  noChannel,
  noteFirstByte,
  openAttempt,
  pauseAndRetry,
  serveInSlot,
} from './attempt.js';
import { Race, type Runner } from './race.js';
import { type RouteCandidate } from './route-candidate.js';

interface Ended<One extends RouteCandidate> {
  attempt: Attempt<One>;
  error?: GatewayError;
}

/** Attempts of which a second begins, on another channel, where the first has said nothing for a while. */
export class HedgedAttempts<One extends RouteCandidate> {
  private readonly route: Route<One>;
  private readonly attempts: Attempt<One>[] = [];
  /** Those that have not ended. */
  private readonly running = new Set<Attempt<One>>();
  /** All that were ever launched, to their end; none of them rejects. */
  private readonly followings: Promise<void>[] = [];
  private readonly ended: Ended<One>[] = [];
  private onEnded: () => void = () => undefined;
  private hasPaused = false;
  private readonly race: Race;

  constructor(
    candidates: readonly One[],
    private readonly call: AttemptedCall,
    private readonly controls: AttemptControls,
    private readonly serve: Serve<One>,
  ) {
    this.route = new Route(candidates, controls);
    this.race = new Race(call.client, (runner) => this.noteFirstByte(runner));
  }

  /** Resolves when one of the ways has served the request. */
  async run(): Promise<void> {
    const first = this.route.next();
    if (first === undefined) throw noChannel();
    this.launch(first);
    const hedge = this.hedgeLater();
    try {
      for (;;) {
        const { attempt, error } = await this.nextEnd();
        const isCalledOff = this.race.isWon && attempt.client !== this.race.winner;
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
  private async goOnAfter(attempt: Attempt<One>, error: GatewayError): Promise<void> {
    const isOver = this.race.isWon || this.call.client.signal.aborted || !mayBeThisChannel(error);
    if (!isOver) {
      if (this.running.size > 0) return;
      const next = this.route.next() ?? (await this.retryLater(attempt.candidate, error));
      if (next !== undefined) return this.launch(next);
    }
    this.call.lead.attempt = attempt;
    this.race.callOff();
    throw error;
  }

  private async retryLater(candidate: One, error: GatewayError): Promise<Step<One> | undefined> {
    if (this.hasPaused) return undefined;
    this.hasPaused = true;
    return pauseAndRetry(candidate, error, { route: this.route, call: this.call });
  }

  private hedgeLater(): NodeJS.Timeout | undefined {
    const { hedgeMs } = this.call;
    return hedgeMs === undefined ? undefined : setTimeout(() => this.hedge(), hedgeMs);
  }

  private hedge(): void {
    if (this.race.isWon || this.running.size === 0) return;
    const step = this.route.hedge();
    if (step !== undefined) this.launch(step);
  }

  private launch(step: Step<One>): void {
    const runner = this.race.enter();
    const attempt = openAttempt(step, this.call, runner);
    this.attempts.push(attempt);
    if (!this.race.isWon) this.call.lead.attempt = attempt;
    this.running.add(attempt);
    this.followings.push(this.followToEnd(attempt, runner));
  }

  private async followToEnd(attempt: Attempt<One>, runner: Runner): Promise<void> {
    const { call, controls, route, serve } = this;
    const error = await follow(attempt, runner, () => serveInSlot(attempt, { call, controls, route, serve }));
    runner.leave();
    this.running.delete(attempt);
    this.ended.push({ attempt, error });
    this.onEnded();
  }

  private noteFirstByte(runner: Runner): void {
    const attempt = this.attempts.find(({ client }) => client === runner);
    if (attempt === undefined) return;
    noteFirstByte(attempt, this.call);
    // The others are called off, and the books are closed before they have noticed.
    const now = performance.now();
    for (const other of this.attempts) {
      if (other.record.outcome === undefined) other.record.durationMs = now - other.startedAt;
    }
  }
}
