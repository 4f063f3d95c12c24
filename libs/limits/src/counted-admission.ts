import { type Admission } from './admission.js';
import { type Counters } from './counters/counters.js';
import { MINUTE } from './counters/window.js';
import { type LimitCheck, withTokens } from './limit-check.js';
import { type RateLimitState } from './rate-limit-state.js';
import { type RefusalMemory } from './refusal-memory.js';

/** When something was counted, and how the limits stand since. */
export interface Grant {
  takenAtMs: number;
  state: RateLimitState;
}

export interface Counted {
  /** What the request was counted against. */
  checks: readonly LimitCheck[];
  /** The limits on its tokens. */
  tokenChecks: readonly LimitCheck[];
  /** The tokens that were counted; 0 where they are still to be reserved. */
  tokens: number;
  holder: string;
}

export interface CountingServices {
  counters: Counters;
  refusals: RefusalMemory;
  /** Counts against all checks, or throws the refusal. */
  take: (checks: readonly LimitCheck[], holder: string, nowMs?: number) => Grant | Promise<Grant>;
}

/** A request that counts against limits, and what it can still give back. */
export class CountedAdmission implements Admission {
  state: RateLimitState;
  private tokens: number;
  private tokensTakenAtMs: number;
  private isReleased = false;

  constructor(
    private readonly counted: Counted,
    private readonly granted: Grant,
    private readonly services: CountingServices,
  ) {
    this.state = granted.state;
    this.tokens = counted.tokens;
    this.tokensTakenAtMs = granted.takenAtMs;
  }

  get isUnsized(): boolean {
    return this.tokens === 0 && this.counted.tokenChecks.length > 0 && !this.isReleased;
  }

  reserve(estimate: number, nowMs?: number): void | Promise<void> {
    const { tokenChecks, holder } = this.counted;
    if (tokenChecks.length === 0 || this.isReleased) return undefined;
    const tokens = this.cap(estimate);
    if (tokens <= this.tokens) return undefined;
    // All of them in one step: a request may be larger than this process's share only where nothing else is counted.
    this.adjustTokens(0, nowMs);
    const checks = withTokens(tokenChecks, tokens);
    try {
      const granted = this.services.take(checks, holder, nowMs);
      if (!(granted instanceof Promise)) return this.keep(tokens, granted);
      return granted.then(
        (grant) => this.keep(tokens, grant),
        (refusal: unknown) => this.withdraw(refusal, nowMs),
      );
    } catch (refusal) {
      return this.withdraw(refusal, nowMs);
    }
  }

  adjustTokens(actual: number, nowMs?: number): void {
    const tokens = Math.max(0, Math.ceil(actual));
    const amount = tokens - this.tokens;
    this.tokens = tokens;
    if (amount === 0) return;
    const { counters, refusals } = this.services;
    for (const { key } of this.counted.tokenChecks) {
      counters.correct({ key, window: MINUTE, amount, takenAtMs: this.tokensTakenAtMs, nowMs });
      refusals.forget(key);
    }
  }

  release(): void {
    if (this.isReleased) return;
    this.isReleased = true;
    const { counters, refusals } = this.services;
    for (const { span, key } of this.counted.checks) {
      if (span !== 'running') continue;
      counters.release(key, this.counted.holder);
      refusals.forget(key);
    }
  }

  /** An estimate above a whole limit would never pass: the size of images and audio says little about their tokens. */
  private cap(estimate: number): number {
    let tokens = Math.max(1, Math.ceil(estimate));
    for (const { limit } of this.counted.tokenChecks) tokens = Math.min(tokens, limit);
    return tokens;
  }

  private keep(tokens: number, { takenAtMs, state }: Grant): void {
    this.tokens = tokens;
    this.tokensTakenAtMs = takenAtMs;
    if (state.tokens !== undefined) this.state = { ...this.state, tokens: state.tokens };
    // The request may have ended while the store was asked.
    if (this.isReleased) this.adjustTokens(0);
  }

  /** A refused request uses nothing up. */
  private withdraw(refusal: unknown, nowMs?: number): never {
    const { counters, refusals } = this.services;
    const { takenAtMs } = this.granted;
    for (const { name, key, span, cost } of this.counted.checks) {
      if (span === 'running' || name === 'tpm') continue;
      counters.correct({ key, window: span, amount: -cost, takenAtMs, nowMs });
      refusals.forget(key);
    }
    this.release();
    throw refusal;
  }
}
