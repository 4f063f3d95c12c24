/** How often an upstream is asked. */
export interface PollTimes {
  shortestMs: number;
  longestMs: number;
  longestAfterFaultMs: number;
}

export const DEFAULT_POLL_TIMES: PollTimes = {
  shortestMs: 2_000,
  longestMs: 30_000,
  longestAfterFaultMs: 60_000,
};

const LONGEST_ADVISED_MS = 5 * 60_000;
const SHARE_OF_ELAPSED = 0.1;
const JITTER = 0.2;

/** When to ask again: the longer a film has taken, the less a little more matters. */
export function nextPollMs(
  elapsedMs: number,
  { shortestMs, longestMs }: PollTimes,
  random: () => number = Math.random,
): number {
  if (elapsedMs <= 0) return shortestMs;
  return jittered(Math.min(Math.max(elapsedMs * SHARE_OF_ELAPSED, shortestMs), longestMs), random);
}

/** When to ask again after so many faults in a row, unless the upstream has given advice. */
export function nextPollAfterFaultMs(
  faults: number,
  { shortestMs, longestAfterFaultMs }: PollTimes,
  { advice, random = Math.random }: { advice?: string; random?: () => number } = {},
): number {
  const seconds = Number(advice);
  if (advice !== undefined && Number.isFinite(seconds) && seconds >= 0) {
    return Math.min(Math.max(seconds * 1000, shortestMs), LONGEST_ADVISED_MS);
  }
  return jittered(Math.min(shortestMs * 2 ** Math.min(faults, 10), longestAfterFaultMs), random);
}

function jittered(usualMs: number, random: () => number): number {
  return usualMs * (1 - JITTER + 2 * JITTER * random());
}
