import { type StateChange, type StateReason } from './channel-state.js';
import { type Clock } from './clock.js';

export interface CoolDownRules {
  reason: Extract<StateReason, 'overloaded' | 'model-unavailable' | 'out-of-credit'>;
  /** Twice as long each time in a row. */
  firstMs: number;
  maxMs: number;
  /** Whether an answer ends it early: where its length is only a guess. */
  endsByAnswer: boolean;
}

const MIN_MS = 1_000;
/** A later end that is not worth telling anybody of. */
const SAME_MS = 1_000;

/** A while in which others are asked first, because the upstream has said so. */
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

  /** `begunAt`: when the try began that was told so; those of before the last time are not one more time. */
  start(rules: CoolDownRules, begunAt: number, retryAfterMs?: number): StateChange | undefined {
    if (begunAt >= this.until) this.times += 1;
    const now = this.clock.now();
    const usualMs = rules.firstMs * 2 ** Math.min(this.times - 1, 20);
    const durationMs = Math.min(Math.max(retryAfterMs ?? usualMs, MIN_MS), rules.maxMs);
    const until = now + durationMs;
    const isExtension = this.isOn;
    if (isExtension && until <= this.until + SAME_MS) return undefined;
    if (!isExtension) this.since = now;
    this.rules = rules;
    this.until = until;
    return { state: 'cooling', reason: rules.reason, until, times: this.times, isExtension };
  }

  answered(begunAt: number): StateChange | undefined {
    if (this.times === 0 || begunAt < this.since) return undefined;
    if (!this.isOn) {
      this.times = 0;
      return undefined;
    }
    if (this.rules?.endsByAnswer !== true) return undefined;
    const { times } = this;
    this.end();
    return { state: 'closed', reason: 'recovered', until: this.until, times };
  }

  /** Another process has been told. */
  learn({ until, times }: StateChange, rules: CoolDownRules): void {
    if (until <= this.until) return;
    if (!this.isOn) this.since = this.clock.now();
    this.rules = rules;
    this.until = until;
    this.times = Math.max(times, this.times);
  }

  /** Another process has had an answer. */
  learnRecovery(): void {
    if (this.rules?.endsByAnswer === true) this.end();
  }

  private end(): void {
    this.times = 0;
    this.until = this.clock.now();
  }
}
