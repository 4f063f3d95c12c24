const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** How long each attempt waits after the one before it failed; the first waits for nothing. */
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

/** The longest that a receiver may ask us to stay away. */
export const MAX_WAIT_MS = 24 * HOUR_MS;

/**
 * How long to wait after so many attempts have failed, and undefined where that was the last. A receiver may ask for
 * more time than we would give it, not for less. Jitter keeps what failed together from coming back together.
 */
export function nextDelayMs(
  failedAttempts: number,
  { retryAfterMs = 0, random = Math.random }: { retryAfterMs?: number; random?: () => number } = {},
): number | undefined {
  const delayMs = DELAYS_MS[failedAttempts];
  if (delayMs === undefined) return undefined;
  const jitteredMs = Math.round(delayMs * (1 + JITTER * (2 * random() - 1)));
  return Math.max(jitteredMs, Math.min(retryAfterMs, MAX_WAIT_MS));
}
