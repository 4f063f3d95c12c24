const firstDelayMs = 250;
const maxDelayMs = 10_000;
const healthyAfterMs = 30_000;

/** How long to wait before a process that keeps ending is started once more. */
export class RestartBackoff {
  private nextDelayMs = firstDelayMs;

  /** A run that was healthy for long enough makes up for the failures before it. */
  delayAfterRun(healthyForMs: number): number {
    if (healthyForMs >= healthyAfterMs) this.nextDelayMs = firstDelayMs;
    const delayMs = this.nextDelayMs;
    this.nextDelayMs = Math.min(delayMs * 2, maxDelayMs);
    return delayMs;
  }
}
