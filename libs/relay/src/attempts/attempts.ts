import { setTimeout as sleep } from 'node:timers/promises';
import { type Token } from '#access';
import { GatewayError } from '#canonical';
import { Route, type Step } from '#catalog';
import { ReceivedAnswer } from '../billing/received-answer.js';
import { type ClientSide } from '../client-side.js';
import { type AttemptRecord, type RelayRecord } from '../relay-record.js';
import { type AttemptControls } from './attempt-controls.js';
import { Race, type Runner } from './race.js';
import { type Attempt } from './attempt.js';
import { type RouteCandidate } from './route-candidate.js';

/** A wait that an upstream asks for, and that is short enough for a client not to notice. */
const MAX_PAUSE_SECONDS = 2;

export interface AttemptedCall {
  token: Token;
  client: ClientSide;
  record: RelayRecord;
  startedAt: number;
  /** Kept at the attempt that has spoken to the client, or else was begun last. */
  lead: { attempt?: Attempt };
  /** When a second channel is raced, where no first byte has come by then. */
  hedgeMs?: number;
}

type Serve<One extends RouteCandidate> = (attempt: Attempt<One>) => Promise<void>;

interface Ended<One extends RouteCandidate> {
  attempt: Attempt<One>;
  error?: GatewayError;
}

/**
 * Serves a request by the first of its ways that can. The next one is tried while nothing has been sent and the
 * fault may be this one's own; where the model asks for it, a second one is raced before the first has failed.
 */
export async function tryInTurn<One extends RouteCandidate>(
  candidates: readonly One[],
  call: AttemptedCall,
  parts: AttemptControls,
  serve: Serve<One>,
): Promise<void> {
  return new AttemptLoop(candidates, call, parts, serve).run();
}

class AttemptLoop<One extends RouteCandidate> {
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
    private readonly parts: AttemptControls,
    private readonly serve: Serve<One>,
  ) {
    this.route = new Route(candidates, parts);
    this.race = new Race(call.client, (runner) => this.noteFirstByte(runner));
  }

  /** Resolves when one of the ways has served the request. */
  async run(): Promise<void> {
    const first = this.route.next();
    if (first === undefined) throw new GatewayError('no-channel', 'No channel is left to try.');
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
      const next = this.route.next() ?? (await this.pauseAndRetry(attempt.candidate, error));
      if (next !== undefined) return this.launch(next);
    }
    this.call.lead.attempt = attempt;
    this.race.callOff();
    throw error;
  }

  /** The last resort: an upstream that asks for a short pause. */
  private async pauseAndRetry(
    candidate: One,
    { kind, retryAfterSeconds }: GatewayError,
  ): Promise<Step<One> | undefined> {
    const isShort = retryAfterSeconds !== undefined && retryAfterSeconds <= MAX_PAUSE_SECONDS;
    // An empty account is not filled in a moment, whatever it says.
    if (!isShort || this.hasPaused || kind === 'upstream-quota') return undefined;
    const step = this.route.again(candidate);
    if (step === undefined) return undefined;
    this.hasPaused = true;
    const { signal } = this.call.client;
    await sleep(retryAfterSeconds * 1000, undefined, { signal }).catch(() => undefined);
    if (!signal.aborted) return step;
    step.use.abandoned();
    return undefined;
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

  private launch({ candidate, use, reason }: Step<One>): void {
    const { record, lead } = this.call;
    const startedAt = performance.now();
    const { channel, upstreamModel } = candidate.target;
    const attempt: AttemptRecord = {
      channel: channel.name,
      upstreamModel,
      plan: candidate.kind,
      reason,
      startedAfterMs: startedAt - this.call.startedAt,
      durationMs: 0,
    };
    const ordinal = record.attempts.push(attempt);
    const runner = this.race.enter();
    const currentAttempt: Attempt<One> = {
      candidate,
      client: runner,
      claim: () => runner.claim(),
      use,
      record: attempt,
      ordinal,
      startedAt,
      warnings: [],
      usage: undefined,
      received: new ReceivedAnswer(),
    };
    this.attempts.push(currentAttempt);
    if (!this.race.isWon) lead.attempt = currentAttempt;
    this.running.add(currentAttempt);
    this.followings.push(this.followToEnd(currentAttempt, runner));
  }

  private async followToEnd(attempt: Attempt<One>, runner: Runner): Promise<void> {
    const ended = await this.follow(attempt, runner);
    this.running.delete(attempt);
    this.ended.push(ended);
    this.onEnded();
  }

  /** Never rejects. */
  private async follow(attempt: Attempt<One>, runner: Runner): Promise<Ended<One>> {
    const { record, use } = attempt;
    try {
      await this.serveInSlot(attempt);
      record.outcome = 'ok';
      use.finished();
      return { attempt };
    } catch (thrown) {
      const error = GatewayError.from(thrown);
      record.outcome = runner.isCalledOff ? 'called-off' : error.kind;
      record.upstreamStatus = error.upstreamStatus;
      if (runner.isCalledOff) use.abandoned();
      else use.failed(error);
      return { attempt, error };
    } finally {
      runner.leave();
      record.durationMs = performance.now() - attempt.startedAt;
    }
  }

  /** Waits for a place at the channel where those are limited. */
  private async serveInSlot(attempt: Attempt<One>): Promise<void> {
    const { id, maxConcurrency } = attempt.candidate.target.channel;
    if (maxConcurrency === undefined) return this.serve(attempt);
    const { token } = this.call;
    const { signal } = attempt.client;
    const release = await this.parts.slots.acquire(id, maxConcurrency, {
      tokenId: token.id,
      signal,
      isImpatient: this.route.hasAlternative,
    });
    try {
      await this.serve(attempt);
    } finally {
      release();
    }
  }

  private noteFirstByte(runner: Runner): void {
    const { record, startedAt, lead } = this.call;
    const attempt = this.attempts.find(({ client }) => client === runner);
    if (attempt === undefined) return;
    const now = performance.now();
    lead.attempt = attempt;
    record.firstByteMs = now - startedAt;
    attempt.record.firstByteMs = now - attempt.startedAt;
    record.warnings = attempt.warnings;
    attempt.use.answered(now - attempt.startedAt);
    // The others are called off, and the books are closed before they have noticed.
    for (const other of this.attempts) {
      if (other.record.outcome === undefined) other.record.durationMs = now - other.startedAt;
    }
  }
}

/** What one upstream cannot express, another may. */
function mayBeThisChannel(error: GatewayError): boolean {
  return error.retryable || error.kind === 'unsupported-parameter';
}
