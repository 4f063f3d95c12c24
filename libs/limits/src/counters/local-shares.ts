import { type TakeRequest, type Check, type Correction, type Counters, type TakeResult } from './counters.js';
import { MemoryCounters } from './memory-counters.js';

/** Counts in this process against its share of every limit, without knowledge of other processes. */
export class LocalShares implements Counters {
  readonly isShared = false;
  readonly generation = 0;
  readonly refusalValidityMs = Number.POSITIVE_INFINITY;

  constructor(
    readonly processes: number,
    private readonly counters = new MemoryCounters(),
  ) {}

  take(request: TakeRequest): TakeResult {
    return this.counters.take({ ...request, checks: toShares(request.checks, this.processes) });
  }

  correct(correction: Correction): void {
    this.counters.correct(correction);
  }

  release(key: string, holder: string): void {
    this.counters.release(key, holder);
  }

  close(): Promise<void> {
    return this.counters.close();
  }
}

/** One process's share of every limit, at least the cost of one request. */
export function toShares(checks: readonly Check[], processes: number): Check[] {
  return checks.map((check) => ({
    ...check,
    limit: Math.max(check.cost, Math.floor(check.limit / processes)),
  }));
}
