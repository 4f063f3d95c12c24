import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const LOOK_MS = 10_000;
/** A loop that was busy for a smaller share of the time since the last look is at rest. */
const REST_SHARE = 0.02;
/** Less is not worth the while. */
const MIN_GROWTH_BYTES = 16 * 2 ** 20;

export interface Engine {
  collect: () => void;
  /** What the engine holds of the system's memory, whether or not there is something in it. */
  heldBytes: () => number;
  /** For which share of the time since the last call the event loop was busy. */
  busyShare: () => number;
}

/**
 * Gives memory back that nobody needs, once a process has nothing to do. The engine collects when it needs room; a
 * process at rest needs none, and would keep all that its start, or its last busy hour, has left behind. It takes some
 * tens of milliseconds, in which a request that happens to come waits.
 */
export function collectAtRest({ collect, heldBytes, busyShare }: Engine = ownEngine()): NodeJS.Timeout {
  let bytesThen = 0;
  return setInterval(() => {
    if (busyShare() > REST_SHARE || heldBytes() - bytesThen < MIN_GROWTH_BYTES) return;
    collect();
    bytesThen = heldBytes();
  }, LOOK_MS).unref();
}

function ownEngine(): Engine {
  let before = performance.eventLoopUtilization();
  return {
    collect: findCollector(),
    heldBytes: () => getHeapStatistics().total_physical_size,
    busyShare: () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return utilization;
    },
  };
}

/** It is there in any case, but shown only to what begins while the engine has this option. */
function findCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  return collect;
}
