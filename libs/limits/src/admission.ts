import { type RateLimitState } from './rate-limit-state.js';

/** An admitted request. */
export interface Admission {
  /** The state of its limits, for the headers; empty if it has none. */
  readonly state: RateLimitState;
  /** Whether its tokens must still be reserved, because its size was unknown. */
  readonly isUnsized: boolean;
  /**
   * Raises the reserved tokens to this estimate, at most to the whole limit. A lower estimate changes nothing. Throws
   * the refusal if the limit does not have them; the request then no longer counts against any limit.
   */
  reserve(tokens: number, nowMs?: number): void | Promise<void>;
  /** Corrects the counted tokens to the actual number or a better estimate, up or down. */
  adjustTokens(actual: number, nowMs?: number): void;
  /** Ends the request. Only the first call has an effect. */
  release(): void;
}

export const UNLIMITED: Admission = Object.freeze({
  state: Object.freeze({}),
  isUnsized: false,
  reserve: () => undefined,
  adjustTokens: () => undefined,
  release: () => undefined,
});
