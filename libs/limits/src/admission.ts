import { type RateLimitState } from './rate-limit-state.js';

/** A request that may run. */
export interface Admission {
  /** How its limits stand, for the headers; empty where it has none. */
  readonly state: RateLimitState;
  /** Whether its tokens are still to be reserved, because nothing was known of its size. */
  readonly isUnsized: boolean;
  /**
   * Raises the tokens that are reserved to this estimate, at most to the whole limit; a lower estimate changes nothing.
   * Throws the refusal where they are not there: then the request counts against no limit any more.
   */
  reserve(tokens: number, nowMs?: number): void | Promise<void>;
  /** The tokens it has really used, or a better estimate: what was counted too much goes back, what was too little is taken. */
  adjustTokens(actual: number, nowMs?: number): void;
  /** It runs no longer. Only the first call counts. */
  release(): void;
}

export const UNLIMITED: Admission = Object.freeze({
  state: Object.freeze({}),
  isUnsized: false,
  reserve: () => undefined,
  adjustTokens: () => undefined,
  release: () => undefined,
});
