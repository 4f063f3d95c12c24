import { type Registry } from 'prom-client';
import { HistogramFamily } from './histogram-family.js';

const TICK_MS = 100;
const BOUNDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** How late a timer comes, which is how long a request that arrives now has to wait for this process. */
export function watchEventLoop(registry: Registry): NodeJS.Timeout {
  const delays = new HistogramFamily(registry, {
    name: 'modelgate_event_loop_delay_seconds',
    help: 'How long work that was due had to wait for the process.',
    labels: [],
    max: 1,
    boundsSeconds: BOUNDS,
  }).of();
  let dueAt = performance.now() + TICK_MS;
  return setInterval(() => {
    const now = performance.now();
    delays.observe(Math.max(0, now - dueAt));
    dueAt = now + TICK_MS;
  }, TICK_MS).unref();
}
