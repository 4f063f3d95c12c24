/** The intervals of polls. */
export interface PollTimes {
  minMs: number;
  maxMs: number;
  maxAfterFaultMs: number;
}

export const DEFAULT_POLL_TIMES: PollTimes = {
  minMs: 2_000,
  maxMs: 30_000,
  maxAfterFaultMs: 60_000,
};

const MAX_ADVISED_MS = 5 * 60_000;
const SHARE_OF_ELAPSED = 0.1;
const JITTER = 0.2;

/** The interval until the next poll. It increases with the elapsed time. */
export function getNextPollMs(
  elapsedMs: number,
  { minMs, maxMs }: PollTimes,
  random: () => number = Math.random,
): number {
  if (elapsedMs <= 0) return minMs;
  return addJitter(Math.min(Math.max(elapsedMs * SHARE_OF_ELAPSED, minMs), maxMs), random);
}

/** The interval after this many consecutive faults, or the upstream's Retry-After (`advice`). */
export function getPollAfterFaultMs(
  faults: number,
  { minMs, maxAfterFaultMs }: PollTimes,
  { advice, random = Math.random }: { advice?: string; random?: () => number } = {},
): number {
  const seconds = Number(advice);
  if (advice !== undefined && Number.isFinite(seconds) && seconds >= 0) {
    return Math.min(Math.max(seconds * 1000, minMs), MAX_ADVISED_MS);
  }
  return addJitter(Math.min(minMs * 2 ** Math.min(faults, 10), maxAfterFaultMs), random);
}

function addJitter(meanMs: number, random: () => number): number {
  return meanMs * (1 - JITTER + 2 * JITTER * random());
}
