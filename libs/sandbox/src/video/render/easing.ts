/** The share of a period that is over, from 0 to 1. */
export function getShare(now: number, start: number, length: number): number {
  return Math.min(1, Math.max(0, (now - start) / length));
}

/** Slow at both ends. */
export function easeInOut(share: number): number {
  return share * share * (3 - 2 * share);
}

/** Fast at first, then ever slower. */
export function easeOut(share: number): number {
  return 1 - (1 - share) ** 3;
}
