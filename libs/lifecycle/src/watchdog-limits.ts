/** How long a process of ours may do what, before somebody ends it. Tests shorten these. */
export interface WatchdogLimits {
  /** How often the event loop is asked for a sign of life. */
  intervalMs: number;
  /** An event loop that gives no sign for this long is taken for stuck. */
  silenceMs: number;
  /** The same for a child that has not answered once: it has all its code to load first. */
  firstAnswerMs: number;
  /** How long a process may go on to finish its work once the one that supervises it is gone. */
  orphanMs: number;
  /** How long a stop may take. Longer than running answers get, shorter than supervisors and containers wait. */
  stopMs: number;
}

export const WATCHDOG_LIMITS: Readonly<WatchdogLimits> = {
  intervalMs: 1_000,
  silenceMs: 30_000,
  firstAnswerMs: 120_000,
  orphanMs: 5_000,
  stopMs: 126_000,
};
