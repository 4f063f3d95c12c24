import { openSync, readSync } from 'node:fs';

const SCHEDULER_FILE = '/proc/thread-self/schedstat';
const MAX_BYTES = 64;
const NANOSECONDS_PER_MS = 1e6;

/**
 * Returns a function that reads the CPU time of the calling thread in milliseconds, or undefined if the operating
 * system does not provide it. A reading takes about 2 µs and can be 4 ms old.
 */
export function createThreadCpuReader(): (() => number) | undefined {
  const buffer = Buffer.alloc(MAX_BYTES);
  let file: number;
  try {
    file = openSync(SCHEDULER_FILE, 'r');
  } catch {
    return undefined;
  }
  const read = () => {
    const length = readSync(file, buffer, 0, MAX_BYTES, 0);
    const text = buffer.toString('latin1', 0, length);
    return Number(text.slice(0, text.indexOf(' '))) / NANOSECONDS_PER_MS;
  };
  // Kernels without scheduler statistics report zeros.
  return read() > 0 ? read : undefined;
}
