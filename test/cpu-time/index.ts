const ROUNDS = 2;
/** If both times are shorter than this, their ratio says nothing. */
const NOISE_MS = 25;

export interface CpuGrowth {
  /** For four times the size. */
  cpuMs: number;
  /**
   * How many times longer it took than for the original size: 4 if the time is linear in the size, 16 if it is
   * quadratic.
   */
  factor: number;
}

/**
 * Measures how the CPU time of some work grows when the text is four times as long. CPU time, because other processes
 * run on this machine too.
 */
export function cpuGrowth(work: (size: number) => unknown, size: number): CpuGrowth {
  const small = cpuMs(work, size);
  const large = cpuMs(work, size * 4);
  return { cpuMs: large, factor: (large + NOISE_MS) / (small + NOISE_MS) };
}

/** The lowest of several measurements: the first may include compilation, and any may include garbage collection. */
function cpuMs(work: (size: number) => unknown, size: number): number {
  return Math.min(...Array.from({ length: ROUNDS }, () => measureCpuMs(() => work(size))));
}

/** The CPU time of some work, which hardly depends on the load of the machine. */
export function measureCpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Repeats a measurement until one is below the maximum, and returns the lowest: other programs on the machine only add
 * to what is measured. Work that is too slow by itself is too slow each time.
 */
export async function measureLeast(
  maximum: number,
  measure: () => number | Promise<number>,
  attempts = 5,
): Promise<number> {
  let least = await measure();
  for (let count = 1; count < attempts && least >= maximum; count += 1)
    least = Math.min(least, await measure());
  return least;
}

/** The elapsed time of some work, including what it waits for. */
export async function measureMs(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
