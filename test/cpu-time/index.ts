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
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage();
    work(size);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...rounds);
}
