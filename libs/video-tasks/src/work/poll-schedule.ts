const FIRST_MS = 2_000;
const SHORTEST_MS = 2_000;
const LONGEST_MS = 30_000;
const LONGEST_AFTER_FAULT_MS = 60_000;
const LONGEST_ADVISED_MS = 5 * 60_000;
const SHARE_OF_ELAPSED = 0.1;
const JITTER = 0.2;

/** When to ask again: the longer a film has taken, the less a little more matters. */
export function nextPollMs(elapsedMs: number, random: () => number = Math.random): number {
  if (elapsedMs <= 0) return FIRST_MS;
  const usual = Math.min(Math.max(elapsedMs * SHARE_OF_ELAPSED, SHORTEST_MS), LONGEST_MS);
  return usual * (1 - JITTER + 2 * JITTER * random());
}

/** When to ask again after so many faults in a row, unless the upstream has given advice. */
export function nextPollAfterFaultMs(
  faults: number,
  advice?: string,
  random: () => number = Math.random,
): number {
  const seconds = Number(advice);
  if (advice !== undefined && Number.isFinite(seconds) && seconds >= 0) {
    return Math.min(Math.max(seconds * 1000, SHORTEST_MS), LONGEST_ADVISED_MS);
  }
  const usual = Math.min(SHORTEST_MS * 2 ** Math.min(faults, 10), LONGEST_AFTER_FAULT_MS);
  return usual * (1 - JITTER + 2 * JITTER * random());
}
