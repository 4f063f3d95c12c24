/** The timeouts after which a process of the gateway is killed. Tests use shorter ones. */
export interface WatchdogLimits {
  /** The interval of the checks. */
  intervalMs: number;
  /** An event loop that does not respond for this long is considered blocked. */
  silenceMs: number;
  /** The same before the first response of a child, which must load its code first. */
  firstResponseMs: number;
  /** How long a process may finish its work after its supervisor has exited. */
  orphanMs: number;
  /**
   * How long a stop may take. Longer than the time for running responses, shorter than that of supervisors and
   * containers.
   */
  stopMs: number;
}

export const WATCHDOG_LIMITS: Readonly<WatchdogLimits> = {
  intervalMs: 1_000,
  silenceMs: 30_000,
  firstResponseMs: 120_000,
  orphanMs: 5_000,
  stopMs: 126_000,
};
