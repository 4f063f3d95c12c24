import { type Admission } from './admission.js';
import { type Counters } from './counters/counters.js';
import { MINUTE } from './counters/window.js';
import { type LimitCheck, withTokens } from './limit-check.js';
import { type RateLimitState } from './rate-limit-state.js';
import { type RefusalMemory } from './refusal-memory.js';

/** When a request was counted, and the state of the limits after that. */
export interface Grant {
  takenAtMs: number;
  state: RateLimitState;
}

export interface CountedRequest {
  /** The checks against which the request was counted. */
  checks: readonly LimitCheck[];
  /** The checks of its token limits. */
  tokenChecks: readonly LimitCheck[];
  /** The counted tokens; 0 if they must still be reserved. */
  tokens: number;
  holder: string;
}

export interface CountingServices {
  counters: Counters;
  refusals: RefusalMemory;
  /** Counts against all checks, or throws the refusal. */
  take: (checks: readonly LimitCheck[], holder: string, nowMs?: number) => Grant | Promise<Grant>;
}

/** The admission of a request that is counted against limits. */
export class CountedAdmission implements Admission {
  state: RateLimitState;
  private tokens: number;
  private tokensTakenAtMs: number;
  private isReleased = false;

  constructor(
    private readonly counted: CountedRequest,
    private readonly grant: Grant,
    private readonly services: CountingServices,
  ) {
    this.state = grant.state;
    this.tokens = counted.tokens;
    this.tokensTakenAtMs = grant.takenAtMs;
  }

  get isUnsized(): boolean {
    return this.tokens === 0 && this.counted.tokenChecks.length > 0 && !this.isReleased;
  }

  reserve(estimate: number, nowMs?: number): void | Promise<void> {
    const { tokenChecks, holder } = this.counted;
    if (tokenChecks.length === 0 || this.isReleased) return undefined;
    const tokens = this.capEstimate(estimate);
    if (tokens <= this.tokens) return undefined;
    // Reserves all tokens in one step: a request above this process's share is admitted only if nothing else is
    // counted.
    this.adjustTokens(0, nowMs);
    const checks = withTokens(tokenChecks, tokens);
    try {
      const granted = this.services.take(checks, holder, nowMs);
      if (!(granted instanceof Promise)) return this.applyReservation(tokens, granted);
      return granted.then(
        (grant) => this.applyReservation(tokens, grant),
        (refusal: unknown) => this.cancel(refusal, nowMs),
      );
    } catch (refusal) {
      return this.cancel(refusal, nowMs);
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

  /** An estimate above the whole limit would always be refused, but estimates for images and audio are very rough. */
  private capEstimate(estimate: number): number {
    let tokens = Math.max(1, Math.ceil(estimate));
    for (const { limit } of this.counted.tokenChecks) tokens = Math.min(tokens, limit);
    return tokens;
  }

  private applyReservation(tokens: number, { takenAtMs, state }: Grant): void {
    this.tokens = tokens;
    this.tokensTakenAtMs = takenAtMs;
    if (state.tokens !== undefined) this.state = { ...this.state, tokens: state.tokens };
    // The request may have ended meanwhile.
    if (this.isReleased) this.adjustTokens(0);
  }

  /** Undoes everything that was counted for the request, and throws. */
  private cancel(refusal: unknown, nowMs?: number): never {
    const { counters, refusals } = this.services;
    const { takenAtMs } = this.grant;
    for (const { name, key, span, cost } of this.counted.checks) {
      if (span === 'running' || name === 'tpm') continue;
      counters.correct({ key, window: span, amount: -cost, takenAtMs, nowMs });
      refusals.forget(key);
    }
    this.release();
    throw refusal;
  }
}
