const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 10_000;
/** A connection that worked for this long ends the series of failures. */
const HEALTHY_MS = 10_000;

/** The delay before the next attempt: doubled with each failure, with jitter. */
export class Backoff {
  private failures = 0;

  constructor(private readonly random: () => number = Math.random) {}

  /** `lastedMs` is how long the last connection worked. */
  nextDelayMs(lastedMs: number): number {
    if (lastedMs >= HEALTHY_MS) this.failures = 0;
    const fullMs = Math.min(FIRST_DELAY_MS * 2 ** this.failures, MAX_DELAY_MS);
    this.failures += 1;
    return fullMs * (0.5 + this.random() / 2);
  }
}
