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
  private tokens: number;
  private isReleased = false;

  constructor(
    private readonly counted: Counted,
    private readonly counters: Counters,
    private readonly refusals: RefusalMemory,
  ) {
    this.tokens = getTokens(counted.checks);
  }

  get state(): RateLimitState {
    return this.counted.state;
  }

  adjustTokens(actual: number, nowMs?: number): void {
    const tokens = Math.max(0, Math.ceil(actual));
    const amount = tokens - this.tokens;
    this.tokens = tokens;
    if (amount === 0) return;
    const { checks, takenAtMs } = this.counted;
    for (const { name, key } of checks) {
      if (name !== 'tpm') continue;
      this.counters.correct({ key, window: MINUTE, amount, takenAtMs, nowMs });
      this.refusals.forget(key);
    }
  }

  release(): void {
    if (this.isReleased) return;
    this.isReleased = true;
    for (const { name, key } of this.counted.checks) {
      if (name !== 'concurrency') continue;
      this.counters.release(key, this.counted.holder);
      this.refusals.forget(key);
    }
  }
}

function getTokens(checks: readonly LimitCheck[]): number {
  for (const { name, cost } of checks) if (name === 'tpm') return cost;
  return 0;
}
