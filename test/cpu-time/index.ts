const ROUNDS = 2;
/** Where both times are as short as this, how they compare says nothing. */
const NOISE_MS = 25;

export interface CpuGrowth {
  /** For four times the size. */
  cpuMs: number;
  /** How many times as long it took as for the size: 4 where time grows with the text, 16 where with its square. */
  factor: number;
}

/** What four times as much text does to the time of some work. CPU time, because others work on this machine too. */
export function cpuGrowth(work: (size: number) => unknown, size: number): CpuGrowth {
  const small = cpuMs(work, size);
  const large = cpuMs(work, size * 4);
  return { cpuMs: large, factor: (large + NOISE_MS) / (small + NOISE_MS) };
}

/** The better of some rounds: the first may have to be compiled, and any may have to collect garbage. */
function cpuMs(work: (size: number) => unknown, size: number): number {
  return Math.min(...Array.from({ length: ROUNDS }, () => measureCpuMs(() => work(size))));
}

/** The processor time that some work takes, which is about the same however busy the machine is. */
export function measureCpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * The least of several measurements, of which the first one below the maximum is the last: other programs on the machine only
 * add to what is measured. What is too slow by itself is too slow each time.
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

/** How long some work takes, with what it waits for. */
export async function measureMs(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
