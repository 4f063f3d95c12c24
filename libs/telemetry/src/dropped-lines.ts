let dropped = 0;

/** Counts log lines of this process that were not written. */
export function countDroppedLines(count: number): void {
  dropped += count;
}

export function getDroppedLines(): number {
  return dropped;
}
