const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 10_000;
/** What has lasted as long as this was no part of the failure before it. */
const HEALTHY_MS = 10_000;

/** How long to wait before the next try: twice as long each time, and never at the same moment as everybody else. */
export class Backoff {
  private failures = 0;

  constructor(private readonly random: () => number = Math.random) {}

  /** `lastedMs` is how long the last try has worked. */
  nextDelayMs(lastedMs: number): number {
    if (lastedMs >= HEALTHY_MS) this.failures = 0;
    const fullMs = Math.min(FIRST_DELAY_MS * 2 ** this.failures, MAX_DELAY_MS);
    this.failures += 1;
    return fullMs * (0.5 + this.random() / 2);
  }
}
