import { url as inspectorUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';
import { watchMainThread } from './watch-main-thread.js';
import { WATCHDOG_LIMITS, type WatchdogLimits } from './watchdog-limits.js';

export interface WatchdogThreadOptions {
  /** The process's name in its log lines. */
  name: string;
  /** Set if a supervisor started this process. */
  supervisorPid?: number | undefined;
  /** Whether this process leads a process group that contains only itself and its children. */
  isGroupLeader: boolean;
  limits?: Partial<WatchdogLimits>;
  /** Called if the thread itself fails. The process continues without it. */
  onFailed: (error: unknown) => void;
}

/** Indexes of the array that both threads share; `watchMainThread` uses the same ones. */
const BEATS = 0;
const IS_DEBUGGED = 1;
const IS_STOPPING = 2;

/** Small, because V8's defaults would need tens of megabytes. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 };

/**
 * A thread that kills this process if it cannot end itself: its event loop is blocked, its supervisor has exited, or a
 * stop takes too long. The main thread cannot block it.
 */
export class WatchdogThread {
  private readonly shared = new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));

  constructor({ onFailed, limits, ...options }: WatchdogThreadOptions) {
    const allLimits = { ...WATCHDOG_LIMITS, ...limits };
    // The function's source text, so that a bundle needs no separate file. The bundler adds __name() calls to
    // functions.
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
    setInterval(() => this.recordBeat(), allLimits.intervalMs).unref();
  }

  /** From now on, the process has a limited time to exit. */
  expectEnd(): void {
    Atomics.store(this.shared, IS_STOPPING, 1);
  }

  private recordBeat(): void {
    Atomics.add(this.shared, BEATS, 1);
    Atomics.store(this.shared, IS_DEBUGGED, isDebugged() ? 1 : 0);
  }
}

/** Whether a debugger is attached, which can happen at any time. */
export function isDebugged(): boolean {
  return inspectorUrl() !== undefined;
}
