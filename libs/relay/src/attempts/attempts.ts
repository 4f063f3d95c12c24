import { setTimeout as sleep } from 'node:timers/promises';
import { type Token } from '#access';
import { GatewayError } from '#canonical';
import { Route, type Step } from '#catalog';
import { ReceivedAnswer } from '../billing/received-answer.js';
import { type ClientSide } from '../client-side.js';
import { type AttemptRecord, type RelayRecord } from '../relay-record.js';
import { type AttemptControls } from './attempt-controls.js';
import { Race, type Runner } from './race.js';
import { type Trial } from './trial.js';
import { type Way } from './way.js';

/** A wait that an upstream asks for, and that is short enough for a client not to notice. */
const LONGEST_PAUSE_SECONDS = 2;

export interface AttemptedCall {
  token: Token;
  client: ClientSide;
  record: RelayRecord;
  startedAt: number;
  /** Kept at the trial that has spoken to the client, or else was begun last. */
  lead: { trial?: Trial };
  /** When a second channel is raced, where no first byte has come by then. */
  hedgeMs?: number;
}

type Serve<One extends Way> = (trial: Trial<One>) => Promise<void>;

interface Ended<One extends Way> {
  trial: Trial<One>;
  error?: GatewayError;
}

/**
 * Serves a request by the first of its ways that can. The next one is tried while nothing has been sent and the
 * fault may be this one's own; where the model asks for it, a second one is raced before the first has failed.
 */
export async function tryInTurn<One extends Way>(
  ways: readonly One[],
  call: AttemptedCall,
  parts: AttemptControls,
  serve: Serve<One>,
): Promise<void> {
  return new Course(ways, call, parts, serve).run();
}

class Course<One extends Way> {
  private readonly route: Route<One>;
  private readonly trials: Trial<One>[] = [];
  /** Those that have not ended. */
  private readonly running = new Set<Trial<One>>();
  /** All that were ever launched, to their end; none of them rejects. */
  private readonly followings: Promise<void>[] = [];
  private readonly ended: Ended<One>[] = [];
  private onEnded: () => void = () => undefined;
  private hasPaused = false;
  private readonly race: Race;

  constructor(
    ways: readonly One[],
    private readonly call: AttemptedCall,
    private readonly parts: AttemptControls,
    private readonly serve: Serve<One>,
  ) {
    this.route = new Route(ways, parts);
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
        const { trial, error } = await this.nextEnd();
        const isCalledOff = this.race.isWon && trial.client !== this.race.winner;
        if (isCalledOff) continue;
        if (error === undefined) return;
        await this.goOnAfter(trial, error);
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
  private async goOnAfter(trial: Trial<One>, error: GatewayError): Promise<void> {
    const isOver = this.race.isWon || this.call.client.signal.aborted || !mayBeThisChannel(error);
    if (!isOver) {
      if (this.running.size > 0) return;
      const next = this.route.next() ?? (await this.pauseAndRetry(trial.way, error));
      if (next !== undefined) return this.launch(next);
    }
    this.call.lead.trial = trial;
    this.race.callOff();
    throw error;
  }

  /** The last resort: an upstream that asks for a moment's patience, and for no more than that. */
  private async pauseAndRetry(
    way: One,
    { kind, retryAfterSeconds }: GatewayError,
  ): Promise<Step<One> | undefined> {
    const isShort = retryAfterSeconds !== undefined && retryAfterSeconds <= LONGEST_PAUSE_SECONDS;
    // An empty account is not filled in a moment, whatever it says.
    if (!isShort || this.hasPaused || kind === 'upstream-quota') return undefined;
    const step = this.route.again(way);
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

  private launch({ way, use, reason }: Step<One>): void {
    const { record, lead } = this.call;
    const startedAt = performance.now();
    const { channel, upstreamModel } = way.target;
    const attempt: AttemptRecord = {
      channel: channel.name,
      upstreamModel,
      plan: way.kind,
      reason,
      startedAfterMs: startedAt - this.call.startedAt,
      durationMs: 0,
    };
    const ordinal = record.attempts.push(attempt);
    const runner = this.race.enter();
    const trial: Trial<One> = {
      way,
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
    this.trials.push(trial);
    if (!this.race.isWon) lead.trial = trial;
    this.running.add(trial);
    this.followings.push(this.followToEnd(trial, runner));
  }

  private async followToEnd(trial: Trial<One>, runner: Runner): Promise<void> {
    const ended = await this.follow(trial, runner);
    this.running.delete(trial);
    this.ended.push(ended);
    this.onEnded();
  }

  /** Never rejects. */
  private async follow(trial: Trial<One>, runner: Runner): Promise<Ended<One>> {
    const { record, use } = trial;
    try {
      await this.serveInSlot(trial);
      record.outcome = 'ok';
      use.finished();
      return { trial };
    } catch (thrown) {
      const error = GatewayError.from(thrown);
      record.outcome = runner.isCalledOff ? 'called-off' : error.kind;
      record.upstreamStatus = error.upstreamStatus;
      if (runner.isCalledOff) use.abandoned();
      else use.failed(error);
      return { trial, error };
    } finally {
      runner.leave();
      record.durationMs = performance.now() - trial.startedAt;
    }
  }

  /** Waits for a place at the channel where those are limited. */
  private async serveInSlot(trial: Trial<One>): Promise<void> {
    const { id, maxConcurrency } = trial.way.target.channel;
    if (maxConcurrency === undefined) return this.serve(trial);
    const { token } = this.call;
    const { signal } = trial.client;
    const release = await this.parts.slots.acquire(id, maxConcurrency, {
      tokenId: token.id,
      signal,
      isImpatient: this.route.hasAlternative,
    });
    try {
      await this.serve(trial);
    } finally {
      release();
    }
  }

  private noteFirstByte(runner: Runner): void {
    const { record, startedAt, lead } = this.call;
    const trial = this.trials.find(({ client }) => client === runner);
    if (trial === undefined) return;
    const now = performance.now();
    lead.trial = trial;
    record.firstByteMs = now - startedAt;
    trial.record.firstByteMs = now - trial.startedAt;
    record.warnings = trial.warnings;
    trial.use.answered(now - trial.startedAt);
    // The others are called off, and the books are closed before they have noticed.
    for (const other of this.trials) {
      if (other.record.outcome === undefined) other.record.durationMs = now - other.startedAt;
    }
  }
}

/** What one upstream cannot express, another may. */
function mayBeThisChannel(error: GatewayError): boolean {
  return error.retryable || error.kind === 'unsupported-parameter';
}
