/** How often an upstream is asked. */
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

/** When to ask again: the longer a video has taken, the less a little more matters. */
export function nextPollMs(
  elapsedMs: number,
  { minMs, maxMs }: PollTimes,
  random: () => number = Math.random,
): number {
  if (elapsedMs <= 0) return minMs;
  return jittered(Math.min(Math.max(elapsedMs * SHARE_OF_ELAPSED, minMs), maxMs), random);
}

/** When to ask again after so many faults in a row, unless the upstream has given advice. */
export function nextPollAfterFaultMs(
  faults: number,
  { minMs, maxAfterFaultMs }: PollTimes,
  { advice, random = Math.random }: { advice?: string; random?: () => number } = {},
): number {
  const seconds = Number(advice);
  if (advice !== undefined && Number.isFinite(seconds) && seconds >= 0) {
    return Math.min(Math.max(seconds * 1000, minMs), MAX_ADVISED_MS);
  }
  return jittered(Math.min(minMs * 2 ** Math.min(faults, 10), maxAfterFaultMs), random);
}

function jittered(usualMs: number, random: () => number): number {
  return usualMs * (1 - JITTER + 2 * JITTER * random());
}
