import { createThreadCpuReader } from './thread-cpu.js';

/** The injection token with which a program can replace the clock. */
export const QUEUE_CLOCK = Symbol('queue clock');

export interface QueueClock {
  readonly nowMs: number;
  /** The CPU time of this thread. It does not advance while the host runs other programs. */
  readonly cpuMs: number;
}

/** On systems that do not report the CPU time of a thread, wall-clock time is used. */
export function createQueueClock(): QueueClock {
  const readCpu = createThreadCpuReader();
  return {
    get nowMs() {
      return performance.now();
    },
    get cpuMs() {
      return readCpu?.() ?? performance.now();
    },
  };
}
