import { type Asked, type Check, type Correction, type Counters, type Taken } from './counters.js';
import { MemoryCounters } from './memory-counters.js';

/** Counts in this process against its share of every limit: what other processes do is not known. */
export class LocalShares implements Counters {
  readonly isShared = false;
  readonly changes = 0;
  readonly refusalsHoldMs = Number.POSITIVE_INFINITY;

  constructor(
    readonly processes: number,
    private readonly counters = new MemoryCounters(),
  ) {}

  take(asked: Asked): Taken {
    return this.counters.take({ ...asked, checks: buildShares(asked.checks, this.processes) });
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

/** One process's part of every limit; one request at a time fits even where its cost is more than that. */
export function buildShares(checks: readonly Check[], processes: number): Check[] {
  return checks.map((check) => ({
    ...check,
    limit: Math.max(check.cost, Math.floor(check.limit / processes)),
  }));
}
