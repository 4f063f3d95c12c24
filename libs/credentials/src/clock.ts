/** Time and chance, so that tests can own both. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Between 0 and 1. */
  random(): number;
  /** Runs something later, unless what it gives is called before. */
  after(delayMs: number, run: () => void): () => void;
}

/** Its timers keep no process alive. */
export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs).unref();
    return () => clearTimeout(timer);
  },
};
