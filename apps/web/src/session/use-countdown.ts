import { useEffect, useState } from 'react';

export interface Countdown {
  /** What is left; 0 where nothing is being waited for. */
  seconds: number;
  start: (seconds: number) => void;
}

const TICK_MS = 500;

/** Counts by the clock: a page in the background may tick late. */
export function useCountdown(): Countdown {
  const [endsAt, setEndsAt] = useState(0);
  const [now, setNow] = useState(() => Date.now());
  const isRunning = endsAt > now;
  useEffect(() => {
    if (!isRunning) return undefined;
    const ticking = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(ticking);
  }, [isRunning]);
  return {
    seconds: Math.max(0, Math.ceil((endsAt - now) / 1_000)),
    start: (seconds) => {
      setNow(Date.now());
      setEndsAt(Date.now() + seconds * 1_000);
    },
  };
}
