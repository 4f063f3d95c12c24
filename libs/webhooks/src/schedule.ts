const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The delay of each attempt after the previous one failed; the first has none. */
const DELAYS_MS = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const;

const JITTER = 0.1;

/** The maximum delay that a receiver may request. */
export const MAX_WAIT_MS = 24 * HOUR_MS;

/**
 * The delay after a number of failed attempts; undefined after the last. A receiver may request a longer delay, not a
 * shorter one. With jitter, deliveries that failed together are not repeated together.
 */
export function computeDelayMs(
  failedAttempts: number,
  { retryAfterMs = 0, random = Math.random }: { retryAfterMs?: number; random?: () => number } = {},
): number | undefined {
  const delayMs = DELAYS_MS[failedAttempts];
  if (delayMs === undefined) return undefined;
  const jitteredMs = Math.round(delayMs * (1 + JITTER * (2 * random() - 1)));
  return Math.max(jitteredMs, Math.min(retryAfterMs, MAX_WAIT_MS));
}
