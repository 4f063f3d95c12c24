import { monitorEventLoopDelay } from 'node:perf_hooks';

const WINDOW_MS = 250;
const RESOLUTION_MS = 10;
const NANOSECONDS_PER_MS = 1e6;

/**
 * Tells after every window how long events waited for their turn, by the median: a single long turn does not move it,
 * a row of them does. Returns how to stop.
 */
export function watchEventLoop(tell: (delayMs: number) => void): () => void {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  const timer = setInterval(() => {
    // The histogram holds the time between two ticks, of which one resolution is no delay.
    const delayMs = histogram.percentile(50) / NANOSECONDS_PER_MS - RESOLUTION_MS;
    histogram.reset();
    tell(Math.max(0, delayMs));
  }, WINDOW_MS).unref();
  return () => {
    clearInterval(timer);
    histogram.disable();
  };
}
