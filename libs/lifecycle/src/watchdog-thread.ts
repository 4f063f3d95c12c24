import { url as inspectorUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';
import { watchMainThread } from './watch-main-thread.js';
import { WATCHDOG_LIMITS, type WatchdogLimits } from './watchdog-limits.js';

export interface WatchdogThreadOptions {
  /** The process's name in its log lines. */
  name: string;
  /** Set where another process of ours started this one. */
  supervisorPid?: number | undefined;
  /** Whether this process leads a group in which there is nobody but what it has started. */
  isGroupLeader: boolean;
  limits?: Partial<WatchdogLimits>;
  /** The thread itself has failed: the process goes on without it. */
  onFailed: (error: unknown) => void;
}

/** Positions in the array that both threads see; watchMainThread() reads them in this order. */
const BEATS = 0;
const IS_DEBUGGED = 1;
const IS_STOPPING = 2;

/** Enough for a loop over a few numbers: the whole of V8's defaults would cost tens of megabytes. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 };

/**
 * A thread that ends this process where it cannot end itself: its event loop is stuck, its supervisor is gone, or a
 * stop does not come to an end. Nothing that happens on the main thread can hold it up.
 */
export class WatchdogThread {
  private readonly shared = new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));

  constructor({ onFailed, limits, ...options }: WatchdogThreadOptions) {
    const allLimits = { ...WATCHDOG_LIMITS, ...limits };
    // A function's text, so that it needs no file of its own in a bundle. The bundler puts __name() around functions.
    const source = `const __name = (target) => target; (${watchMainThread.toString()})(require);`;
    const thread = new Worker(source, {
      eval: true,
      env: {},
      execArgv: [],
      resourceLimits: RESOURCE_LIMITS,
      workerData: { shared: this.shared, ...options, limits: allLimits },
    });
    thread.on('error', onFailed);
    thread.unref();
    setInterval(() => this.beat(), allLimits.intervalMs).unref();
  }

  /** From here on the process has a limited time to end. */
  expectEnd(): void {
    Atomics.store(this.shared, IS_STOPPING, 1);
  }

  private beat(): void {
    Atomics.add(this.shared, BEATS, 1);
    Atomics.store(this.shared, IS_DEBUGGED, isDebugged() ? 1 : 0);
  }
}

/** Whether a debugger may hold this process; it can be attached at any time. */
export function isDebugged(): boolean {
  return inspectorUrl() !== undefined;
}
