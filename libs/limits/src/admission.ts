import { type RateLimitState } from './rate-limit-state.js';

/** A request that may run. */
export interface Admission {
  /** How its limits stand, for the headers; empty where it has none. */
  readonly state: RateLimitState;
  /** The tokens it has really used, or a better estimate: what was counted too much goes back, what was too little is taken. */
  adjustTokens(actual: number, nowMs?: number): void;
  /** It runs no longer. Only the first call counts. */
  release(): void;
}

export const UNLIMITED: Admission = Object.freeze({
  state: Object.freeze({}),
  adjustTokens: () => undefined,
  release: () => undefined,
});
