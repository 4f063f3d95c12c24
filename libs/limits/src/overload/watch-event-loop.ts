import { monitorEventLoopDelay, performance } from 'node:perf_hooks';

const WINDOW_MS = 250;
const RESOLUTION_MS = 10;
const NANOSECONDS_PER_MS = 1e6;
/** A loop that is busy for less of a window makes fewer than half of its events wait. */
const BUSY_SHARE = 0.3;

/**
 * Tells after every window how long events waited for their turn, by the median: a single long turn does not move it,
 * a row of them does. Delays are measured, a hundred times a second, only after a window in which the loop was busy.
 * Returns how to stop.
 */
export function watchEventLoop(tell: (delayMs: number) => void): () => void {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let before = performance.eventLoopUtilization();
  let isMeasuring = false;
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const isBusy = performance.eventLoopUtilization(now, before).utilization >= BUSY_SHARE;
    before = now;
    // The histogram holds the time between two ticks, of which one resolution is no delay.
    const delayMs = isMeasuring ? histogram.percentile(50) / NANOSECONDS_PER_MS - RESOLUTION_MS : 0;
    histogram.reset();
    if (isBusy !== isMeasuring) isMeasuring = isBusy ? histogram.enable() : !histogram.disable();
    tell(Math.max(0, delayMs));
  }, WINDOW_MS).unref();
  return () => {
    clearInterval(timer);
    histogram.disable();
  };
}
