import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const CHECK_EVERY_MS = 10_000;
/** The process is at rest if its event loop was busy for at most this share of the time since the last check. */
const MAX_BUSY_SHARE = 0.02;
/** For less, a collection is not worthwhile. */
const MIN_GROWTH_BYTES = 16 * 2 ** 20;

export interface Engine {
  collect: () => void;
  /** The memory that the engine has allocated from the system, used or not. */
  heldBytes: () => number;
  /** The share of the time since the last call in which the event loop was busy. */
  busyShare: () => number;
}

/**
 * Collects garbage in an idle process, to return memory to the system. The engine collects only when it allocates, so
 * an idle process would keep the garbage of its start or of its last busy period. A collection takes some tens of
 * milliseconds, which can delay a request.
 */
export function collectAtRest({ collect, heldBytes, busyShare }: Engine = createEngine()): NodeJS.Timeout {
  let bytesAfterCollection = 0;
  return setInterval(() => {
    if (busyShare() > MAX_BUSY_SHARE || heldBytes() - bytesAfterCollection < MIN_GROWTH_BYTES) return;
    collect();
    bytesAfterCollection = heldBytes();
  }, CHECK_EVERY_MS).unref();
}

function createEngine(): Engine {
  let before = performance.eventLoopUtilization();
  return {
    collect: createCollector(),
    heldBytes: () => getHeapStatistics().total_physical_size,
    busyShare: () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return utilization;
    },
  };
}

/** `gc` is visible only in a context that is created while this option is set. */
function createCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  return collect;
}
