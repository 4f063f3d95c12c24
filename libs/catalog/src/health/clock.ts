/** Time and randomness, which tests control. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Between 0 and 1. */
  random(): number;
}

export const SYSTEM_CLOCK: Clock = { now: () => Date.now(), random: () => Math.random() };

/** Varies a duration, so that states which start together do not end together. */
export function withJitter(durationMs: number, share: number, clock: Clock): number {
  return durationMs * (1 + share * (2 * clock.random() - 1));
}
