import { type StateChange, type StateReason } from './channel-state.js';
import { type Clock } from './clock.js';

export interface CoolDownRules {
  reason: Extract<StateReason, 'overloaded' | 'model-unavailable' | 'out-of-credit'>;
  /** Doubles each time in succession. */
  firstMs: number;
  maxMs: number;
  /** Whether a response ends it early, because its duration is only an estimate. */
  endsByResponse: boolean;
}

const MIN_MS = 1_000;
/** Shorter extensions are not reported. */
const MIN_EXTENSION_MS = 1_000;

/** A pause that the upstream requested. Other targets are tried first. */
export class CoolDown {
  private rules: CoolDownRules | undefined;
  private since = 0;
  private times = 0;
  until = 0;

  constructor(private readonly clock: Clock) {}

  get isOn(): boolean {
    return this.clock.now() < this.until;
  }

  get reason(): StateReason | undefined {
    return this.rules?.reason;
  }

  /**
   * Starts or extends the pause. `startedAt` is the start of the attempt: attempts from before the last pause do not
   * count as another time.
   */
  start(rules: CoolDownRules, startedAt: number, retryAfterMs?: number): StateChange | undefined {
    if (startedAt >= this.until) this.times += 1;
    const now = this.clock.now();
    const defaultMs = rules.firstMs * 2 ** Math.min(this.times - 1, 20);
    const durationMs = Math.min(Math.max(retryAfterMs ?? defaultMs, MIN_MS), rules.maxMs);
    const until = now + durationMs;
    const isExtension = this.isOn;
    if (isExtension && until <= this.until + MIN_EXTENSION_MS) return undefined;
    if (!isExtension) this.since = now;
    this.rules = rules;
    this.until = until;
    return { state: 'cooling', reason: rules.reason, until, times: this.times, isExtension };
  }

  noteResponse(startedAt: number): StateChange | undefined {
    if (this.times === 0 || startedAt < this.since) return undefined;
    if (!this.isOn) {
      this.times = 0;
      return undefined;
    }
    if (this.rules?.endsByResponse !== true) return undefined;
    const { times } = this;
    this.end();
    return { state: 'closed', reason: 'recovered', until: this.until, times };
  }

  /** Applies a pause of another process. */
  learn({ until, times }: StateChange, rules: CoolDownRules): void {
    if (until <= this.until) return;
    if (!this.isOn) this.since = this.clock.now();
    this.rules = rules;
    this.until = until;
    this.times = Math.max(times, this.times);
  }

  /** Applies a response that another process got. */
  learnRecovery(): void {
    if (this.rules?.endsByResponse === true) this.end();
  }

  private end(): void {
    this.times = 0;
    this.until = this.clock.now();
  }
}
