import { type Admission } from './admission.js';
import { type Counters } from './counters/counters.js';
import { MINUTE } from './counters/window.js';
import { type LimitCheck } from './limit-check.js';
import { type RateLimitState } from './rate-limit-state.js';
import { type RefusalMemory } from './refusal-memory.js';

export interface Counted {
  checks: readonly LimitCheck[];
  holder: string;
  takenAtMs: number;
  state: RateLimitState;
}

/** A request that counts against limits, and what it can still give back. */
export class CountedAdmission implements Admission {
  readonly state: RateLimitState;
  private readonly tokenKeys: readonly string[];
  private readonly runningKeys: readonly string[];
  private tokens: number;
  private isReleased = false;

  constructor(
    private readonly counted: Counted,
    private readonly counters: Counters,
    private readonly refusals: RefusalMemory,
  ) {
    const { checks, state } = counted;
    this.state = state;
    this.tokenKeys = getKeys(checks, 'tpm');
    this.runningKeys = getKeys(checks, 'concurrency');
    this.tokens = checks.find(({ name }) => name === 'tpm')?.cost ?? 0;
  }

  adjustTokens(actual: number, nowMs?: number): void {
    const tokens = Math.max(0, Math.ceil(actual));
    const amount = tokens - this.tokens;
    this.tokens = tokens;
    if (amount === 0) return;
    const { takenAtMs } = this.counted;
    for (const key of this.tokenKeys) {
      this.counters.correct({ key, window: MINUTE, amount, takenAtMs, nowMs });
      this.refusals.forget(key);
    }
  }

  release(): void {
    if (this.isReleased) return;
    this.isReleased = true;
    if (this.runningKeys.length === 0) return;
    this.counters.release(this.runningKeys, this.counted.holder);
    for (const key of this.runningKeys) this.refusals.forget(key);
  }
}

function getKeys(checks: readonly LimitCheck[], wanted: LimitCheck['name']): string[] {
  return checks.filter(({ name }) => name === wanted).map(({ key }) => key);
}
