/** Time and random numbers, so that tests can control both. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Between 0 and 1. */
  random(): number;
  /** Calls `run` after the delay. Returns a function that cancels it. */
  after(delayMs: number, run: () => void): () => void;
}

/** The system clock. Its timers do not keep the process alive. */
export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs).unref();
    return () => clearTimeout(timer);
  },
};
