const firstDelayMs = 250;
const maxDelayMs = 10_000;
const healthyAfterMs = 30_000;

/** Computes the delay before a process that has ended is restarted. */
export class RestartBackoff {
  private nextDelayMs = firstDelayMs;

  /** A run that was healthy for long enough resets the delay. */
  delayAfterRun(healthyForMs: number): number {
    if (healthyForMs >= healthyAfterMs) this.nextDelayMs = firstDelayMs;
    const delayMs = this.nextDelayMs;
    this.nextDelayMs = Math.min(delayMs * 2, maxDelayMs);
    return delayMs;
  }
}
